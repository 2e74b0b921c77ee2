/**
 * Composes what readers without a login see of a conversation. Fields are named one by one, so that nothing else is published.
 */
import { type SharedChat, type SharedMessage, sharedAtOnce } from '@parley/contract/chat-shares';
import type { Handle } from '../../../base/db/database.ts';
import { withoutAddress } from '../../../base/share-links/without-address.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { readChanged, readStretch, type ShownConversation } from './queries.ts';

export type ChatPlace = { before?: number | undefined; since?: number | undefined };
/** `name` and `visitor`: as much of them as the reader may see. */
export type ChatHead = Pick<SharedChat, 'title' | 'name' | 'visitor'> & { expiresAt: Date | null };

/** `now` in ms. The conversation must be read before its messages, so that `lastSeq` skips no event in between. */
export async function readChat(
  handle: Handle,
  { title, name, visitor, expiresAt }: ChatHead,
  shown: ShownConversation,
  { before, since }: ChatPlace,
  now: number,
): Promise<SharedChat> {
  const head = { title, name, visitor, expiresAt: expiresAt?.getTime() ?? null };
  if (since === undefined) {
    const { rows, more } = await readStretch(handle, shown, { before, limit: sharedAtOnce, now });
    return { ...head, messages: rows.map(presentMessage), gone: [], more, lastSeq: shown.lastSeq };
  }
  const changed = await readChanged(handle, shown, { since, limit: sharedAtOnce, now });
  const last = changed.at(-1)?.row.changedSeq ?? since;
  return {
    ...head,
    messages: changed
      .filter(({ isShown }) => isShown)
      .map(({ row }) => presentMessage(row))
      .sort((a, b) => a.seq - b.seq),
    gone: changed.filter(({ isShown }) => !isShown).map(({ row }) => row.seq),
    more: false,
    lastSeq: changed.length === sharedAtOnce ? last : Math.max(last, shown.lastSeq),
  };
}

function presentMessage(row: MessageRow): SharedMessage {
  const isReadable = row.kind !== 'unsupported';
  return {
    seq: row.seq,
    from: row.direction === 'in' ? 'customer' : 'business',
    sender: row.memberName === null ? null : withoutAddress(row.memberName),
    kind: row.kind,
    // The text of an unsupported message is the platform's name for its content, of no use to readers.
    text: isReadable ? row.original : '',
    language: row.originalLanguage,
    translation: isReadable ? row.translation : null,
    translationLanguage: row.translationLanguage,
    attachment: presentAttachment(row.attachment),
    edited: row.editedAt !== null,
    answers: row.replyToSeq,
    reactions: [...Map.groupBy(row.reactions ?? [], ({ emoji }) => emoji)].map(([emoji, those]) => ({
      emoji,
      count: those.length,
    })),
    at: row.sentAt.getTime(),
  };
}

function presentAttachment(attachment: MessageRow['attachment']): SharedMessage['attachment'] {
  if (attachment === null) return null;
  switch (attachment.type) {
    case 'media': {
      const { type, state, name, contentType, size, width, height, durationMs, hasPreview } = attachment;
      const file = { type, state, name, contentType, size, width, height, durationMs };
      return { ...file, hasPreview: hasPreview ?? false };
    }
    case 'contact':
      return { type: 'contact', name: attachment.name, phones: attachment.phones };
    case 'location': {
      const { type, latitude, longitude, name, address } = attachment;
      return { type, latitude, longitude, name, address };
    }
  }
}
