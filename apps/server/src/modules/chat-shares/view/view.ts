/** Composes what readers without a login see of a conversation. Each field is named here: nothing else leaves. */
import { type SharedChat, type SharedMessage, sharedAtOnce } from '@parley/contract/chat-shares';
import type { Handle } from '../../../base/db/database.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { readChanged, readStretch, type ShownConversation } from './queries.ts';
import { withoutAddress } from './shown-name.ts';

export type ChatPlace = { before?: number | undefined; since?: number | undefined };
/** `name`: as the reader may know the customer or the group; null: not at all. */
export type ChatHead = { title: string; name: string | null; expiresAt: Date | null };

/** `now` in ms. The conversation was read before its messages: `lastSeq` passes over no event between the two. */
export async function readChat(
  handle: Handle,
  { title, name, expiresAt }: ChatHead,
  shown: ShownConversation,
  { before, since }: ChatPlace,
  now: number,
): Promise<SharedChat> {
  const head = { title, name, expiresAt: expiresAt?.getTime() ?? null };
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
    // The platform's own word for what it was says nothing to a reader.
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
