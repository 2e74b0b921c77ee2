/** Files as answers: the name in both spellings that browsers read, and a body that ends with its reader. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type FileAnswer = {
  /** With its ending, in the caller's language. */
  fileName: string;
  /** Destroyed when the caller disconnects: its source must end with it. */
  body: Readable;
};

/** RFC 6266: `filename*` for clients that support it, which is every browser, `filename` in ASCII for the rest. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]+|["\\%/]/g, '_');
  // encodeURIComponent leaves these five, which RFC 8187 wants escaped.
  const escaped = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}

/** Fastify ends the connection when the body fails half-way, and the body when the connection ends. */
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
