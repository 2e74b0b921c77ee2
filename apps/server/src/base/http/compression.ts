/**
 * Compresses answers of the API. What may be compressed is decided in `docs/decisions/0053-what-is-compressed.md`:
 * the length of a compressed answer betrays what is repeated in it (BREACH), which an attacker could use only where
 * a browser adds the secret that authorises a request on its own. Here it never does: tokens travel in a header.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes that go out in one packet anyway. Answers with new tokens are shorter, too. */
const smallest = 1400;

type Encoding = 'br' | 'gzip';

/** Level 4 costs what gzip's default costs, and leaves a fifth less. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Characters up to which an answer is compressed at once, in less than a millisecond: handing it to another thread and
 * back costs as much again.
 */
const mostAtOnce = 32_768;

const compressAtOnce: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, brotli),
  gzip: (text) => gzipSync(text),
};
const brotliBeside = promisify(brotliCompress);
/** By another thread. */
export const compressBeside = {
  br: (text) => brotliBeside(text, brotli),
  gzip: promisify<string | Buffer, Buffer>(gzip),
} satisfies Record<Encoding, (text: string | Buffer) => Promise<Buffer>>;

/** Of `Accept-Encoding` (RFC 9110, 12.5.3); null: neither, or refused by `q=0`. */
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

/** JSON that is read, and not short. */
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
    const compress = payload.length <= mostAtOnce ? compressAtOnce : compressBeside;
    return compress[encoding](payload);
  });
}
