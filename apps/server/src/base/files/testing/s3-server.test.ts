import { describe, expect, it } from 'vitest';
import { refusalOf, type S3Request } from './signature-v4.ts';

/** The keys, time and requests of Amazon's worked examples. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = Date.parse('2013-05-24T00:00:00Z');
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const host = 'examplebucket.s3.amazonaws.com';
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

/** docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html, "An Example". */
const presigned: S3Request = {
  method: 'GET',
  target: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host },
  body: new Uint8Array(),
};

/** docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "Example: GET Object". */
const signed: S3Request = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
  body: new Uint8Array(),
};

describe.each([
  ['a presigned address', presigned],
  ['signed headers', signed],
])('%s of Amazon’s example', (_, request) => {
  it('accepts Amazon’s own signature', () => {
    expect(refusalOf(request, credentials, now)).toBeNull();
  });

  it.each([
    ['by another method', { method: 'PUT' }, credentials, 'SignatureDoesNotMatch'],
    [
      'for another key',
      { target: request.target.replace('test', 'tost') },
      credentials,
      'SignatureDoesNotMatch',
    ],
    ['by another secret', {}, { ...credentials, secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
    ['by another key', {}, { ...credentials, accessKeyId: 'OTHER' }, 'InvalidAccessKeyId'],
    ['of another region', {}, { ...credentials, region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    [
      'with a header of Amazon’s that isn’t signed',
      { headers: { ...request.headers, 'x-amz-acl': 'public-read' } },
      credentials,
      'AccessDenied',
    ],
  ])('refuses Amazon’s own signature %s', (_case, over, known, code) => {
    expect(refusalOf({ ...request, ...over }, known, now)).toBe(code);
  });
});

it('refuses a signature that has expired or is not valid yet', () => {
  const day = 86_400_000;
  expect(refusalOf(presigned, credentials, now + day)).toBeNull();
  expect(refusalOf(presigned, credentials, now + day + 1)).toBe('AccessDenied');
  expect(refusalOf(presigned, credentials, now - day)).toBe('AccessDenied');
  expect(refusalOf(signed, credentials, now + 16 * 60_000)).toBe('RequestTimeTooSkewed');
});

it('refuses other bytes than were signed', () => {
  expect(refusalOf({ ...signed, body: Buffer.from('x') }, credentials, now)).toBe(
    'XAmzContentSHA256Mismatch',
  );
});
