/**
 * Responses that many callers read before they change: serialized, compressed and tagged once. A caller whose
 * `If-None-Match` has the tag gets 304 and no body.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBeside, encodingOf } from './compression.ts';

declare const answerType: unique symbol;

export type PreparedAnswer<Answer = unknown> = {
  /** Carries the data's type for the compiler; never set. */
  readonly [answerType]?: Answer;
  readonly tag: string;
  readonly contentType: string;
  readonly bodies: Readonly<Record<'plain' | 'br' | 'gzip', Buffer>>;
};

const prepared = new WeakSet<object>();

/** Serializes data of the endpoint's declared type; unlike other responses, it isn't validated again. */
export async function prepareAnswer<Answer>(data: Answer): Promise<PreparedAnswer<Answer>> {
  const plain = Buffer.from(JSON.stringify({ code: 200, msg: 'success', data }));
  const answer: PreparedAnswer<Answer> = await prepareFile(plain, 'application/json; charset=utf-8');
  prepared.add(answer);
  return answer;
}

/** Prepares a file: what is not an endpoint's data. */
export async function prepareFile<Content>(
  plain: Buffer,
  contentType: string,
  compress = compressBeside,
): Promise<PreparedAnswer<Content>> {
  const [br, gzip] = await Promise.all([compress.br(plain), compress.gzip(plain)]);
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { tag, contentType, bodies: { plain, br, gzip } };
}

export const isPrepared = (data: unknown): data is PreparedAnswer =>
  typeof data === 'object' && data !== null && prepared.has(data);

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, contentType, bodies }: PreparedAnswer,
): FastifyReply {
  reply.header('etag', tag).header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send();
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.header('content-type', contentType).send(bodies[encoding ?? 'plain']);
}

/** RFC 9110, 13.1.2: a list of tags; weak ones are compared without their prefix. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => bare(one) === bare(tag));
}
