/**
 * A bucket on loopback that implements the part of S3's REST interface which Parley uses, strict in its input:
 * PutObject, CopyObject, GetObject (with a range) and DeleteObject by path-style addresses, as on
 * docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html (API_CopyObject, API_GetObject, API_DeleteObject) and
 * …/API/ErrorResponses.html for its refusals. Every request has to be signed. Browsers are admitted by the bucket's
 * CORS configuration (docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html): none, until an origin is admitted.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../clock.ts';
import { refusalOf, type S3Credentials } from './signature-v4.ts';

export type S3Server = {
  url: string;
  bucket: string;
  credentials: S3Credentials;
  /** The contents of the bucket by key. */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** Permits pages of this origin to put objects with a content type, as docs/operations.md instructs the operator. */
  letIn(origin: string): void;
  close(): Promise<void>;
};

type Answer = {
  status: number;
  body?: Buffer | string;
  headers?: Record<string, string>;
};

const statuses: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  AuthorizationQueryParametersError: 400,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
};

/** Builds a refusal as XML; refusals of signatures that aren't listed above are 403. */
function refuse(code: string): Answer {
  return {
    status: statuses[code] ?? 403,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
  };
}

export async function startS3Server({ clock }: { clock: Clock }): Promise<S3Server> {
  const bucket: Bucket = {
    name: 'parley-files',
    credentials: { accessKeyId: 'TESTKEY', secretAccessKey: 'a secret/key+of=tests', region: 'auto' },
    objects: new Map(),
    origins: new Set(),
  };
  const server = createServer((request, response) => {
    void answerTo(bucket, clock, request).then(({ status, body, headers }) => {
      response.writeHead(status, { ...headers, ...corsHeaders(bucket, request) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: bucket.name,
    credentials: bucket.credentials,
    objects: bucket.objects,
    letIn: (origin) => void bucket.origins.add(origin),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Bucket = Pick<S3Server, 'credentials' | 'objects'> & { name: string; origins: Set<string> };

/** Returns CORS headers for a permitted origin; without them, a browser hides the response from the page. */
function corsHeaders({ origins }: Bucket, { headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** Responds to a browser's preflight request, which is unsigned. */
function preflight({ origins }: Bucket, { headers }: IncomingMessage): Answer {
  const asked = String(headers['access-control-request-headers'] ?? '').split(/, ?/);
  const allowed =
    origins.has(headers.origin ?? '') &&
    headers['access-control-request-method'] === 'PUT' &&
    asked.every((name) => ['', 'content-type'].includes(name));
  return allowed ? { status: 200 } : refuse('AccessForbidden');
}

async function answerTo(bucket: Bucket, clock: Clock, request: IncomingMessage): Promise<Answer> {
  if (request.method === 'OPTIONS') return preflight(bucket, request);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer); // no encoding is set
  const body = Buffer.concat(pieces);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const { method = '', url: target = '' } = request;
  if (method === 'PUT' && headers['content-length'] === undefined) return refuse('MissingContentLength');
  const refusal = refusalOf({ method, target, headers, body }, bucket.credentials, clock.now());
  if (refusal !== null) return refuse(refusal);
  const [, name, ...rest] = decodeURIComponent(new URL(target, 'http://s3').pathname).split('/');
  if (name !== bucket.name) return refuse('NoSuchBucket');
  const source = headers['x-amz-copy-source'];
  if (method === 'PUT' && source !== undefined)
    return copy(bucket, decodeURIComponent(source), rest.join('/'));
  const answer = act(bucket, method, rest.join('/'), body, headers['content-type'] ?? 'binary/octet-stream');
  return method === 'GET' ? ranged(answer, headers.range) : answer;
}

/** The source is `/bucket/key`. */
function copy({ name, objects }: Bucket, source: string, key: string): Answer {
  const object = objects.get(source.replace(`/${name}/`, ''));
  if (object === undefined) return refuse('NoSuchKey');
  objects.set(key, object);
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: '<CopyObjectResult/>' };
}

function ranged(answer: Answer, range: string | undefined): Answer {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined || !Buffer.isBuffer(answer.body)) return answer;
  const from = Number(first);
  const body = answer.body.subarray(from, Number(last) + 1);
  const headers = { 'content-range': `bytes ${from}-${from + body.length - 1}/${answer.body.length}` };
  return { status: 206, headers: { ...answer.headers, ...headers }, body };
}

function act({ objects }: Bucket, method: string, key: string, bytes: Buffer, contentType: string): Answer {
  const object = objects.get(key);
  switch (method) {
    case 'PUT':
      objects.set(key, { bytes, contentType });
      return { status: 200 };
    case 'GET':
      if (object === undefined) return refuse('NoSuchKey');
      return { status: 200, headers: { 'content-type': object.contentType }, body: object.bytes };
    case 'DELETE':
      objects.delete(key);
      return { status: 204 };
    default:
      return refuse('MethodNotAllowed');
  }
}
