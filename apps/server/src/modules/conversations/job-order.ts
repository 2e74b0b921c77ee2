/** Keys of jobs about messages: jobs of one kind and conversation run in the order of its messages. */
import type { KeyRange } from '../../base/queue/queue.ts';
import type { MessageRow } from '../../schema/conversations.ts';

export type MessagePlace = Pick<MessageRow, 'conversationId' | 'seq'>;

/** Returns the key of a message's job. `kind` is the name of the job. */
export const orderedKey = (kind: string, { conversationId, seq }: MessagePlace): string =>
  `${kind} ${conversationId} ${String(seq).padStart(12, '0')}`;

/** Returns the range of job keys of earlier messages in the conversation. */
export const keysBefore = (kind: string, place: MessagePlace): KeyRange => ({
  prefix: `${kind} ${place.conversationId} `,
  below: orderedKey(kind, place),
});
