import { isNamed } from '@parley/contract/catalogues';
import type { Conversation, Message } from '@parley/contract/conversations';
import type { ConversationRow, MessageRow, StoredReaction } from '../../schema/conversations.ts';
import type { HandOverRow } from '../../schema/hand-overs.ts';
import type { FanVerdict } from '../fans/index.ts';

/** Presents a message for desks, without the content of one that its author has deleted. */
export function presentMessage(row: MessageRow): Message {
  const message = presentWhole(row);
  return row.deletedAt === null ? message : { ...message, ...nothing };
}

const nothing = {
  original: '',
  attachment: null,
  translation: null,
  translationLanguage: null,
  translationState: 'none',
  translationProblem: null,
  mentions: [],
  reactions: [],
  change: null,
  template: null,
  erased: true,
} as const satisfies Partial<Message>;

/** The platform's ids and the attempts are not exposed. */
function presentWhole(row: MessageRow): Message {
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
    author: presentAuthor(row),
    sender: row.memberId === null ? null : { id: row.memberId, name: row.memberName ?? '' },
    mentions: row.erasedAt === null ? (row.mentions ?? []) : [],
    // Every message sent through Parley names its sub-account, including automatic replies.
    elsewhere: row.direction === 'out' && row.authorSubAccountId === null,
    erased: row.erasedAt !== null,
    editedAt: row.editedAt?.getTime() ?? null,
    deletedAt: row.deletedAt?.getTime() ?? null,
    replyTo: presentAnswered(row),
    reactions: presentReactions(row.reactions ?? []),
    change: presentChange(row),
    template: presentTemplate(row),
    sentAt: row.sentAt.getTime(),
  };
}

/** Presents the attachment without the platform's handle. */
export function presentAttachment({ attachment, fileId, erasedAt }: MessageRow): Message['attachment'] {
  if (attachment === null || erasedAt !== null) return null;
  if (attachment.type !== 'media') return attachment;
  const { key: _, expiresAt: __, hasPreview = false, ...media } = attachment;
  return { ...media, hasPreview, fileId: media.state === 'ready' ? fileId : null };
}

/** Presents a message for the owner, including deleted content, but never the text of a message that isn't kept. */
export function presentForOwner(row: MessageRow): Message {
  const message = presentWhole(row);
  return row.withheld ? { ...message, ...nothing } : message;
}

/** Returns the person who wrote a message; null for automatic replies. */
function presentAuthor({
  direction,
  triggeredBy,
  authorSubAccountId,
  authorName,
}: MessageRow): Message['author'] {
  if (direction === 'in' || triggeredBy !== null || authorSubAccountId === null) return null;
  return { subAccountId: authorSubAccountId, name: authorName };
}

function presentAnswered({ replyToId: id, replyToSeq: seq }: MessageRow): Message['replyTo'] {
  return id === null || seq === null ? null : { id, seq };
}

function presentReactions(all: readonly StoredReaction[]): Message['reactions'] {
  return [...Map.groupBy(all, ({ emoji }) => emoji)].map(([emoji, those]) => ({
    emoji,
    count: those.length,
    own: those.some(({ side }) => side === 'out'),
  }));
}

function presentChange({ change, erasedAt }: MessageRow): Message['change'] {
  if (change === null || erasedAt !== null) return null;
  const { kind, state, problem } = change;
  return { kind, state, problem, text: kind === 'edit' ? change.text : null };
}

function presentTemplate({ template, erasedAt }: MessageRow): Message['template'] {
  if (template === null || erasedAt !== null) return null;
  const { name, language, translation, translationLanguage } = template;
  return { name, language, translation, translationLanguage };
}

function presentGroup({ groupState }: ConversationRow): Conversation['group'] {
  const { exit = null, reason = null, role = null, leaving = null } = groupState ?? {};
  return { exit, reason, role, leaving };
}

export type ConversationItem = {
  row: ConversationRow;
  verdict: FanVerdict | null;
  /** Null if the customer is no fan of the social account. */
  tagIds: string[] | null;
  lastMessage: MessageRow | null;
  /** The hand-over in force; null if the conversation is with its social account's sub-account. */
  handOver: HandOverRow | null;
};

export function presentConversation(
  { row, verdict, tagIds, lastMessage, handOver }: ConversationItem,
  alias: string | null,
): Conversation {
  return {
    id: row.id,
    socialAccountId: row.socialAccountId,
    platform: row.platform,
    kind: row.kind,
    title: row.title,
    named: isNamed(row),
    alias,
    group: row.kind === 'group' ? presentGroup(row) : null,
    fan: row.fanId === null ? null : { id: row.fanId, verdict, tagIds: tagIds ?? [] },
    lastSeq: row.lastSeq,
    readSeq: row.readSeq,
    unread: row.unread,
    lastMessage: lastMessage && presentMessage(lastMessage),
    lastMessageAt: row.lastMessageAt?.getTime() ?? null,
    customerLanguage: row.customerLanguage,
    customerLanguagePinned: row.customerLanguagePinned,
    pinnedAt: row.pinnedAt?.getTime() ?? null,
    snoozedUntil: row.snoozedUntil?.getTime() ?? null,
    wokenAt: row.wokenAt?.getTime() ?? null,
    closedAt: row.closedAt?.getTime() ?? null,
    archivedAt: row.archivedAt?.getTime() ?? null,
    waitingSince: row.waitingSince?.getTime() ?? null,
    handOver: handOver && {
      from: handOver.fromName,
      authorName: handOver.authorName,
      note: handOver.note,
      at: handOver.createdAt.getTime(),
    },
    customerWroteAt: row.customerWroteAt?.getTime() ?? null,
  };
}
