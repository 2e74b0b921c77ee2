/**
 * Compresses the API's responses. `docs/decisions/0053-what-is-compressed.md` decides which: the length of a
 * compressed response reveals repetitions in it (BREACH), which an attacker could use only where the browser itself
 * adds the secret that authorises a request. Here it never does: tokens travel in a header.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** In bytes: shorter responses fit in one packet anyway. Those with new tokens are shorter, too. */
const smallest = 1400;

type Encoding = 'br' | 'gzip';

/** Level 4 costs as much as gzip's default, and its output is a fifth smaller. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * In characters, up to which a response is compressed synchronously, in less than a millisecond: handing it to
 * another thread and back costs as much again.
 */
const maxAtOnce = 32_768;

const compressAtOnce: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, brotli),
  gzip: (text) => gzipSync(text),
};
const brotliBeside = promisify(brotliCompress);
/** Compresses in another thread. */
export const compressBeside = {
  br: (text) => brotliBeside(text, brotli),
  gzip: promisify<string | Buffer, Buffer>(gzip),
} satisfies Record<Encoding, (text: string | Buffer) => Promise<Buffer>>;
/** Compresses to the smallest size, which takes milliseconds even for a short text: for what is kept and sent often. */
export const compressToLeast: typeof compressBeside = { ...compressBeside, br: (text) => brotliBeside(text) };

/**
 * Chooses the encoding by `Accept-Encoding` (RFC 9110, 12.5.3); null if neither is accepted, or both are refused by
 * `q=0`.
 */
export function encodingOf(accepted: string | undefined): Encoding | null {
  const names = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, quality = 'q=1']) => !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}

/** Returns whether to compress: the JSON of a GET that is not short. */
function isWorthIt(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    request.method === 'GET' &&
    typeof payload === 'string' &&
    Buffer.byteLength(payload) >= smallest &&
    /^application\/json\b/.test(String(reply.getHeader('content-type') ?? '')) &&
    reply.getHeader('content-encoding') === undefined
  );
}

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isWorthIt(request, reply, payload)) return payload;
    const known = reply.getHeader('vary');
    reply.header('vary', known === undefined ? 'accept-encoding' : `${String(known)}, accept-encoding`);
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const compress = payload.length <= maxAtOnce ? compressAtOnce : compressBeside;
    return compress[encoding](payload);
  });
}
