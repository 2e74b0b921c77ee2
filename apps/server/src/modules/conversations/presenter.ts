import { platforms } from '@parley/contract/catalogues';
import type { Conversation, Message } from '@parley/contract/conversations';
import type { ConversationRow, MessageRow } from '../../schema/conversations.ts';
import type { FanVerdict } from '../fans/index.ts';

/** A message as clients see it. The platform's ids and the attempts stay inside. */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    changedSeq: row.changedSeq,
    direction: row.direction,
    kind: row.kind,
    original: row.original,
    attachment: presentAttachment(row),
    originalLanguage: row.originalLanguage,
    translation: row.translation,
    translationLanguage: row.translationLanguage,
    translationState: row.translationState,
    translationProblem: row.translationProblem as Message['translationProblem'], // written by this module only
    characters: row.characters,
    delivery: row.delivery,
    deliveryProblem: row.deliveryProblem,
    automatic: row.triggeredBy !== null,
    erased: row.erasedAt !== null,
    sentAt: row.sentAt.getTime(),
  };
}

/** The attachment as clients see it, without the platform's handle. */
export function presentAttachment({ attachment, fileId, erasedAt }: MessageRow): Message['attachment'] {
  if (attachment === null || erasedAt !== null) return null;
  if (attachment.type !== 'media') return attachment;
  const { key: _, ...media } = attachment;
  return { ...media, fileId: media.state === 'ready' ? fileId : null };
}

/** The same for the owner: nothing of a text that is not kept leaves the server, from the first moment. */
export function presentForOwner(row: MessageRow): Message {
  const message = presentMessage(row);
  if (!row.withheld) return message;
  return {
    ...message,
    original: '',
    attachment: null,
    translation: null,
    translationLanguage: null,
    translationState: 'none',
    translationProblem: null,
    erased: true,
  };
}

export type ConversationItem = {
  row: ConversationRow;
  verdict: FanVerdict | null;
  lastMessage: MessageRow | null;
};

export function presentConversation(
  { row, verdict, lastMessage }: ConversationItem,
  alias: string | null,
): Conversation {
  return {
    id: row.id,
    socialAccountId: row.socialAccountId,
    platform: row.platform,
    kind: row.kind,
    title: row.title,
    // Where the platform gives no name, its id is kept as the title; most are addresses that people recognize.
    named: row.title !== row.chatId || !platforms[row.platform].anonymousPeers,
    alias,
    fan: row.fanId === null ? null : { id: row.fanId, verdict },
    lastSeq: row.lastSeq,
    readSeq: row.readSeq,
    unread: row.unread,
    lastMessage: lastMessage && presentMessage(lastMessage),
    lastMessageAt: row.lastMessageAt?.getTime() ?? null,
    customerLanguage: row.customerLanguage,
    customerLanguagePinned: row.customerLanguagePinned,
  };
}
