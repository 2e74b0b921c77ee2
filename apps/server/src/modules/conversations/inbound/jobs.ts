import { z } from 'zod';
import type { Tx } from '../../../base/db/database.ts';
import { defineJob, type Queue } from '../../../base/queue/queue.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { orderedKey } from '../job-order.ts';
import { isFetching } from '../media/stored-media.ts';

/**
 * Translates one inbound message. `round`: how often the engines have failed it before. `asked`: the owner requested it,
 * regardless of the settings for inbound messages. `fresh`: the job was added together with the message, so it may use the
 * message as it was stored; jobs added after an edit, a failure or a request must read it again.
 */
export const translateInbound = defineJob({
  name: 'conversations.translate-inbound',
  payload: z.object({
    workspaceId: z.uuid(),
    messageId: z.uuid(),
    round: z.int(),
    asked: z.boolean().default(false),
    fresh: z.boolean().default(false),
  }),
  maxAttempts: 25,
});

/** Fetches the medium of an inbound message from its platform. Handled by the channels module, which knows the platforms. */
export const fetchMedia = defineJob({
  name: 'conversations.fetch-media',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid() }),
  maxAttempts: 12,
});

/**
 * Live messages have arrived in a private conversation whose sub-account replies automatically: the first of those that arrived
 * together, and `others` in order. Handled by the automation module.
 */
export const messageArrived = defineJob({
  name: 'conversations.message-arrived',
  payload: z.object({ workspaceId: z.uuid(), messageId: z.uuid(), others: z.array(z.uuid()).default([]) }),
  maxAttempts: 25,
});

/** Returns whether a message is to be translated, for the first time or again. */
export const isPending = ({ translationState }: Pick<MessageRow, 'translationState'>) =>
  translationState === 'pending';

type NewMessages = {
  added: readonly MessageRow[];
  /** Those to answer automatically, by conversation. */
  answered: readonly (readonly [MessageRow, ...MessageRow[]])[];
};

/** Adds the jobs of new messages: their translations, media to fetch, and automatic replies. */
export function addInboundJobs(
  tx: Tx,
  queue: Pick<Queue, 'runAfterCommit'>,
  { added, answered }: NewMessages,
): void {
  const payloadOf = ({ workspaceId, id }: MessageRow) => ({ workspaceId, messageId: id });
  const pending = added.filter(isPending);
  const translations = pending.map((one) => ({ payload: { ...payloadOf(one), round: 0, fresh: true } }));
  const fetched = added.filter(({ attachment }) => isFetching(attachment));
  queue.runAfterCommit(tx, translateInbound, translations);
  queue.runAfterCommit(
    tx,
    fetchMedia,
    fetched.map((message) => ({ payload: payloadOf(message) })),
  );
  queue.runAfterCommit(tx, messageArrived, answered.map(arrivalJob));
}

function arrivalJob([first, ...others]: readonly [MessageRow, ...MessageRow[]]) {
  const { workspaceId, id } = first;
  return {
    payload: { workspaceId, messageId: id, others: others.map((message) => message.id) },
    uniqueKey: orderedKey(messageArrived.name, first),
  };
}
