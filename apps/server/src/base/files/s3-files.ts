import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { AnswerTooLarge } from '../bounded-fetch.ts';
import type { Clock } from '../clock.ts';
import type { Network } from '../network.ts';
import { type ByteRange, checkedKey, type FileOnDisk, type FileStore } from './file-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type S3Settings = {
  /** `https://account.r2.cloudflarestorage.com`, `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000` … */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type S3Deps = { fetch: Network['fetch']; clock: Clock };

/** Time limit for the bucket, in ms: a slow store must not hold a request longer than its caller waits. */
const limitMs = 20_000;
/** The chunk of a file that is in memory while it is streamed. */
const pieceBytes = 1024 * 1024;

type SignerOptions = ConstructorParameters<typeof AwsV4Signer>[0];
type Asked = Partial<Omit<SignerOptions, 'body'>> & { body?: Uint8Array<ArrayBuffer> };

/**
 * A bucket behind S3's REST interface, addressed by path (`endpoint/bucket/key`), which every compatible server
 * supports. Requests are signed by AWS Signature Version 4:
 * `docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html`.
 */
export function createS3Files(settings: S3Settings, deps: S3Deps): FileStore {
  const { urlOf, sign, call } = createRequests(settings, deps);
  return {
    uploadOrigin: new URL(settings.endpoint).origin,
    async presignPut(key, { contentType, size, expiresInSeconds }) {
      const url = new URL(urlOf(key));
      url.searchParams.set('X-Amz-Expires', String(expiresInSeconds));
      const headers = { 'content-type': contentType, 'content-length': String(size) };
      // Both headers are signed, so that the URL accepts bytes of this type and length only. Browsers set the length
      // themselves and don't let a page change it.
      const signed = await sign('PUT', key, { url: url.href, headers, signQuery: true, allHeaders: true });
      return { url: signed.url.href, headers: { 'content-type': contentType } };
    },
    receive: null,
    ...createReadings(call),
    async copy(from, to) {
      const source = new URL(urlOf(from)).pathname;
      const response = await call('PUT', to, { headers: { 'x-amz-copy-source': source } });
      if (response.status === 404) return (await discard(response)) ?? false;
      await assertOk(response, 'PUT');
      // S3 reports a copy that fails midway in the body of a 200.
      const text = await response.text();
      if (text.includes('<Error>')) throw new Error(`the bucket failed to copy: ${text.slice(0, 200)}`);
      return true;
    },
    async putFile(key, { path, size }, contentType) {
      const headers = { 'content-type': contentType, 'content-length': String(size) };
      const signed = await sign('PUT', key, { headers, signQuery: true, allHeaders: true });
      // A file-backed blob is read as it is sent, and has a known length.
      const body = await openAsBlob(path);
      const response = await deps.fetch(signed.url.href, {
        method: 'PUT',
        headers: { 'content-type': contentType },
        body,
      });
      await assertOk(response, 'PUT');
      await discard(response);
    },
    async write(key, bytes, contentType) {
      // A copy has its own ArrayBuffer, the only kind that the signer's types accept.
      const body = Uint8Array.from(bytes);
      const sum = createHash('sha256').update(body).digest('hex');
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': sum };
      const response = await call('PUT', key, { headers, body });
      await assertOk(response, 'PUT');
      await discard(response);
    },
    async remove(key) {
      const response = await call('DELETE', key);
      if (response.status !== 404) await assertOk(response, 'DELETE');
      await discard(response);
    },
  };
}

type Call = ReturnType<typeof createRequests>['call'];

/** Returns the functions that read a file of the bucket. */
function createReadings(call: Call): Pick<FileStore, 'peek' | 'onDisk' | 'stream' | 'read'> {
  return {
    async peek(key, count) {
      const response = await call('GET', key, { headers: { range: `bytes=0-${count - 1}` } }, count);
      if (response.status === 404) return discard(response);
      await assertOk(response, 'GET');
      const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
      const head = new Uint8Array(await response.arrayBuffer());
      return { head, size: Number(size ?? head.length) };
    },
    async onDisk(key, maxBytes) {
      const response = await call('GET', key, {}, maxBytes);
      if (response.status === 404) return discard(response);
      await assertOk(response, 'GET');
      if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
        await discard(response);
        return 'too-large';
      }
      return downloaded(response);
    },
    async stream(key, range) {
      const pieces = readPieces(call, key, range);
      // Fetch the first chunk before responding: it shows whether the file exists.
      const { value: first } = await pieces.next();
      return first ? Readable.from(joined(first, pieces), { objectMode: false }) : null;
    },
    async read(key, maxBytes) {
      const response = await call('GET', key, {}, maxBytes);
      if (response.status === 404) return discard(response);
      await assertOk(response, 'GET');
      if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
        await discard(response);
        return 'too-large';
      }
      return await response.arrayBuffer().then(
        (buffer) => new Uint8Array(buffer),
        (error: unknown) => {
          if (error instanceof AnswerTooLarge) return 'too-large' as const;
          throw error;
        },
      );
    },
  };
}

/**
 * Fetches a range chunk by chunk, each in a separate request: a reader that pauses for minutes, as a media player
 * does, holds no connection to the bucket and hits no time limit. Yields nothing if there is no such file.
 */
async function* readPieces(call: Call, key: string, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; at += pieceBytes) {
    const end = Math.min(last, at + pieceBytes - 1);
    const response = await call('GET', key, { headers: { range: `bytes=${at}-${end}` } }, pieceBytes);
    if (response.status === 404) {
      await discard(response);
      if (at === first) return;
      throw new Error(`the file ${key} was removed while it was read`);
    }
    await assertOk(response, 'GET');
    const piece = Buffer.from(await response.arrayBuffer());
    if (piece.length !== end - at + 1) throw new Error(`the bucket answered another range of ${key}`);
    yield piece;
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Downloads the response's body to a temporary file. */
async function downloaded(response: Response): Promise<FileOnDisk | 'too-large'> {
  const folder = await temporaryFolder();
  const clear = () => folder[Symbol.asyncDispose]();
  const path = join(folder.path, 'file');
  try {
    // Web and Node streams have separate declared types for the same stream.
    const body = response.body as Parameters<typeof Readable.fromWeb>[0] | null;
    await pipeline(body === null ? Readable.from([]) : Readable.fromWeb(body), createWriteStream(path));
    return { path, size: (await stat(path)).size, [Symbol.asyncDispose]: clear };
  } catch (error) {
    await clear();
    if (error instanceof AnswerTooLarge) return 'too-large';
    throw error;
  }
}

function createRequests(settings: S3Settings, { fetch, clock }: S3Deps) {
  const base = `${settings.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}/`;
  const urlOf = (key: string) => base + checkedKey(key);
  const sign = (method: string, key: string, over: Asked) =>
    new AwsV4Signer({
      url: urlOf(key),
      method,
      service: 's3',
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      ...over,
    }).sign();
  const call = async (method: string, key: string, over: Asked = {}, answerLimit?: number) => {
    const { url, headers } = await sign(method, key, over);
    const signal = AbortSignal.timeout(limitMs);
    // Pass a plain object: the two libraries have different Headers classes.
    const bound = answerLimit === undefined ? {} : { answerLimit };
    const init = { method, headers: Object.fromEntries(headers), signal, ...bound };
    return fetch(url.href, over.body === undefined ? init : { ...init, body: over.body });
  };
  return { urlOf, sign, call };
}

/** Cancels an unread body, which would otherwise keep its connection busy. */
async function discard(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

/**
 * Throws unless the response succeeded, with the beginning of S3's XML error: it names the error and contains nothing
 * secret.
 */
async function assertOk(response: Response, method: string): Promise<void> {
  if (response.ok) return;
  const text = await response.text().catch(() => '');
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? text.slice(0, 200);
  throw new Error(`the bucket answered ${method} with ${response.status} ${code}`);
}
