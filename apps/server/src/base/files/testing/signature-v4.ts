/**
 * Checks AWS Signature Version 4 as a server does. Written from Amazon's own description, independent of the library that
 * signs: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and …/sigv4-query-string-auth.html.
 * `s3-server.test.ts` compares it with the worked examples of those pages.
 */
import { createHash, createHmac } from 'node:crypto';

export type S3Request = {
  method: string;
  /** As in the request line: path and query. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
};

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

/** Returns the code of S3's error list (…/API/ErrorResponses.html), or null for a valid signature. */
export function refusalOf(request: S3Request, credentials: S3Credentials, now: number): string | null {
  const url = new URL(request.target, 'http://s3');
  return url.searchParams.has('X-Amz-Algorithm')
    ? refusalOfQuery(request, url, credentials, now)
    : refusalOfHeader(request, url, credentials, now);
}

type Claim = { credential: string; date: string; signedHeaders: string; signature: string; payload: string };

function refusalOfQuery(
  request: S3Request,
  url: URL,
  credentials: S3Credentials,
  now: number,
): string | null {
  const of = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (of('Algorithm') !== 'AWS4-HMAC-SHA256') return 'AuthorizationQueryParametersError';
  const expires = Number(of('Expires'));
  // Seven days at most.
  if (!(expires >= 1 && expires <= 604_800)) return 'AuthorizationQueryParametersError';
  const started = timeOf(of('Date'));
  if (!(started <= now + 15 * 60_000 && now <= started + expires * 1000)) return 'AccessDenied';
  return refusalOfClaim(request, url, credentials, {
    credential: of('Credential'),
    date: of('Date'),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
    payload: 'UNSIGNED-PAYLOAD',
  });
}

function refusalOfHeader(
  request: S3Request,
  url: URL,
  credentials: S3Credentials,
  now: number,
): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, credential = '', signedHeaders = '', signature = ''] = given;
  const date = request.headers['x-amz-date'] ?? '';
  if (!(Math.abs(timeOf(date) - now) <= 15 * 60_000)) return 'RequestTimeTooSkewed';
  const payload = request.headers['x-amz-content-sha256'] ?? '';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hex(sha256(request.body)))
    return 'XAmzContentSHA256Mismatch';
  return refusalOfClaim(request, url, credentials, { credential, date, signedHeaders, signature, payload });
}

function refusalOfClaim(
  request: S3Request,
  url: URL,
  credentials: S3Credentials,
  claim: Claim,
): string | null {
  const [accessKeyId, day, region, service, end] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (day !== claim.date.slice(0, 8) || region !== credentials.region) return 'AuthorizationHeaderMalformed';
  if (service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed';
  const names = claim.signedHeaders.split(';');
  // "All x-amz-* headers that you plan to include in your request must also be added", and the host.
  const must = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (must.some((name) => !names.includes(name))) return 'AccessDenied';
  const expected = signatureOf(request, url, credentials, claim, names);
  return expected === claim.signature ? null : 'SignatureDoesNotMatch';
}

function signatureOf(
  request: S3Request,
  url: URL,
  { secretAccessKey, region }: S3Credentials,
  { date, payload }: Claim,
  names: readonly string[],
): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const headers = names.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  );
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/');
  const canonical = [request.method, path, query.join('&'), headers.join(''), names.join(';'), payload];
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, hex(sha256(canonical.join('\n')))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hex(hmac(key, text));
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hex = (bytes: Buffer) => bytes.toString('hex');

/** Escapes everything but letters, digits and `-._~`, byte by byte in UTF-8. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parses `20130524T000000Z`; NaN for anything else. */
function timeOf(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return parts
    ? Date.parse(text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    : Number.NaN;
}
