/**
 * Sends files as responses, with the name in both encodings that browsers read; the body is destroyed when the client
 * disconnects.
 */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type FileAnswer = {
  /** With its extension, in the caller's language. */
  fileName: string;
  /** Destroyed when the caller disconnects: its source must end with it. */
  body: Readable;
};

/** RFC 6266: `filename*` for clients that support it, which is every browser, `filename` in ASCII for the rest. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]+|["\\%/]/g, '_');
  // encodeURIComponent leaves these five characters, which RFC 8187 requires to be escaped.
  const escaped = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}

/** If the body fails midway, Fastify ends the connection; if the connection ends, it destroys the body. */
export function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { fileName, body }: FileAnswer,
): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'no-store')
    .send(body);
}
