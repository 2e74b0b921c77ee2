/** Messages that are sent as several platform messages. */
import type { ChangeResult, OutboundChange, OutboundMessage, SendResult } from '../spec.ts';

export type PartResult = { ok: true; id: string } | (SendResult & { ok: false });

type PartialMessage = Pick<OutboundMessage, 'sentParts' | 'partSent'>;

/**
 * Sends the remaining parts in order, each after the previous one is durable. A failure states how many parts are sent; those
 * are not sent again.
 */
export async function sendParts<Part>(
  { sentParts = [], partSent }: PartialMessage,
  parts: readonly Part[],
  sendPart: (part: Part, index: number) => Promise<PartResult>,
): Promise<SendResult> {
  const ids = [...sentParts];
  for (const [index, part] of [...parts.entries()].slice(ids.length)) {
    const sent = await sendPart(part, index);
    if (!sent.ok) return index === 0 ? sent : { ...sent, reason: `${sent.reason}: ${index}/${parts.length}` };
    ids.push(sent.id);
    if (ids.length < parts.length) await partSent?.(sent.id);
  }
  const [platformMessageId] = ids;
  if (platformMessageId === undefined) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  return { ok: true, platformMessageId, ...(ids.length > 1 ? { parts: ids } : {}) };
}

/**
 * Edits a message part by part. Rejects an edit that needs additional parts, because they would appear after more recent
 * messages; deletes parts that are no longer needed. Idempotent.
 */
export async function editParts<Part>(
  { target, parts: ids = [target] }: Pick<OutboundChange, 'target' | 'parts'>,
  parts: readonly Part[],
  platform: { edit(id: string, part: Part, index: number): Promise<void>; remove(id: string): Promise<void> },
): Promise<ChangeResult> {
  if (parts.length === 0) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  if (parts.length > ids.length) return { ok: false, outcome: 'permanent', reason: 'message-in-parts' };
  for (const [index, part] of parts.entries()) await platform.edit(ids[index] ?? target, part, index);
  for (const id of ids.slice(parts.length)) await platform.remove(id);
  return { ok: true, ...(parts.length < ids.length ? { parts: ids.slice(0, parts.length) } : {}) };
}
