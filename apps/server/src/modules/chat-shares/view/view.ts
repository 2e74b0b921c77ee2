/** Composes what a link shows. Each field is named here: nothing else leaves. */
import { type SharedChat, type SharedMessage, sharedAtOnce } from '@parley/contract/chat-shares';
import type { Handle } from '../../../base/db/database.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { OpenedChatShare } from '../queries.ts';
import { readChanged, readStretch } from './queries.ts';
import { shownName, withoutAddress } from './shown-name.ts';

export type ChatPlace = { before?: number | undefined; since?: number | undefined };

/** `now` in ms. The link was read before the messages: `lastSeq` passes over no event between the two. */
export async function readView(
  handle: Handle,
  opened: OpenedChatShare,
  { before, since }: ChatPlace,
  now: number,
): Promise<SharedChat> {
  const { share, conversation } = opened;
  const head = {
    title: share.title,
    name: shownName(conversation),
    expiresAt: share.expiresAt?.getTime() ?? null,
  };
  if (since === undefined) {
    const { rows, more } = await readStretch(handle, opened, { before, limit: sharedAtOnce, now });
    return { ...head, messages: rows.map(presentMessage), gone: [], more, lastSeq: conversation.lastSeq };
  }
  const changed = await readChanged(handle, opened, { since, limit: sharedAtOnce, now });
  const last = changed.at(-1)?.row.changedSeq ?? since;
  return {
    ...head,
    messages: changed
      .filter(({ shown }) => shown)
      .map(({ row }) => presentMessage(row))
      .sort((a, b) => a.seq - b.seq),
    gone: changed.filter(({ shown }) => !shown).map(({ row }) => row.seq),
    more: false,
    lastSeq: changed.length === sharedAtOnce ? last : Math.max(last, conversation.lastSeq),
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
