/** Decides what is stored of a message that a platform delivers, and which messages are answered automatically. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { MessageKind } from '@parley/contract/conversations';
import { isReferenceAlone } from '@parley/contract/split-links';
import { codePoints, messageLimit } from '@parley/contract/values';
import { storableText } from '../../../base/db/storable-text.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow, StoredAttachment } from '../../../schema/conversations.ts';
import type { ReceivedMention } from '../groups/received-members.ts';
import type { ReceivedHandle } from '../reply-handles/received.ts';
import { storableId, storableTime } from '../storable.ts';
import { unidentified } from './customer-language.ts';
import type { NewInbound } from './store.ts';

export type ReceivingAccount = {
  workspaceId: WorkspaceId;
  id: string;
  platform: PlatformId;
  subAccountId: string;
};

export type Inbound = {
  account: ReceivingAccount;
  kind: MessageKind;
  platformMessageId: string;
  /** A second id that the platform's later events use for the message, if different. */
  referenceId: string | null;
  /** The message that it answers, by either of its two ids. */
  replyTo: string | null;
  chatId: string;
  chatKind: 'private' | 'group';
  chatTitle: string | null;
  /** `business`: written with the account in another program; `from` is then the customer it was written to. */
  author: 'customer' | 'business';
  from: {
    id: string;
    displayName: string | null;
    handle?: string | null;
    phone?: string | null;
    language: string | null;
  };
  /** For media, the caption or an empty string; for `unsupported`, the platform's name for the content. */
  text: string;
  /** The parameter of the link that the customer opened, if any. */
  referral?: string | null;
  attachment: StoredAttachment | null;
  /** The group members that the text mentions, if any. */
  mentions?: readonly ReceivedMention[];
  /** True if the connector reports who is in the group, so that messages don't indicate presence. */
  reportsMembers?: boolean;
  /** The attachment's file, if the customer uploaded it to Parley. */
  fileId: string | null;
  /** Lets the message be answered for a limited time; absent if the platform has none. */
  replyHandle?: ReceivedHandle;
  sentAt: number;
  history: boolean;
};

export const chatKey = (socialAccountId: string, chatId: string) =>
  `${socialAccountId} ${storableText(chatId)}`;

/** Identifies a message by its account and the platform's id of it, as long as it has no id of Parley. */
export const platformMessageKey = (socialAccountId: string, id: string | null) => `${socialAccountId} ${id}`;

/**
 * Returns the customer's own words: none for `unsupported`, whose text is the platform's name for it, and none for a split link's
 * reference that was sent alone.
 */
export function ownTextOf(kind: MessageKind, text: string): string {
  return kind === 'unsupported' || isReferenceAlone(text) ? '' : text;
}

/**
 * Returns the row to store for a message. It waits for its translation if its text can be translated.
 *
 * @param translate whether its conversation's settings translate customers' messages
 */
export function toInboundRow(
  message: Inbound,
  translate: boolean,
  now: number,
): Omit<NewInbound, 'ord' | 'id' | 'conversationId' | 'memberId' | 'memberName' | 'mentions'> {
  const { account, author } = message;
  const hasText = ownTextOf(message.kind, message.text).trim() !== '';
  // The business's words are in the customer's language already, and no agent has asked to pay for a translation.
  const isForeign = author === 'customer' && translate;
  const translatable = hasText && isForeign && codePoints(message.text) <= messageLimit;
  return {
    workspaceId: account.workspaceId,
    socialAccountId: account.id,
    kind: message.kind,
    direction: author === 'customer' ? 'in' : 'out',
    sentAsId: author === 'business' ? sentAsId(message.referenceId) : null,
    platformMessageId: storableId(message.platformMessageId),
    referenceId: message.referenceId && storableId(message.referenceId),
    original: storableText(message.text),
    attachment: message.attachment,
    fileId: message.fileId,
    translationState: translatable ? 'pending' : 'none',
    ...unidentified,
    sentAt: storableTime(message.sentAt, now),
  };
}

const messageId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id under which Parley sent a message of the business's, or null. */
const sentAsId = (referenceId: string | null): string | null =>
  referenceId !== null && messageId.test(referenceId) ? referenceId : null;

/**
 * Returns customers' new live messages by private conversation, if its sub-account replies automatically.
 *
 * @param added the messages of `batch` that were new, in their conversations' order
 */
export function messagesToAnswer<
  Row extends Pick<MessageRow, 'socialAccountId' | 'platformMessageId' | 'conversationId'>,
>(
  batch: readonly Inbound[],
  added: readonly Row[],
  answersAutomatically: (message: Inbound) => boolean,
): [Row, ...Row[]][] {
  const answered = batch.filter(
    (message) =>
      message.author === 'customer' &&
      message.chatKind === 'private' &&
      !message.history &&
      answersAutomatically(message),
  );
  const keys = new Set(
    answered.map(({ account, platformMessageId }) =>
      platformMessageKey(account.id, storableId(platformMessageId)),
    ),
  );
  const arrivals = new Map<string, [Row, ...Row[]]>();
  for (const message of added) {
    if (!keys.has(platformMessageKey(message.socialAccountId, message.platformMessageId))) continue;
    const known = arrivals.get(message.conversationId);
    if (known) known.push(message);
    else arrivals.set(message.conversationId, [message]);
  }
  return [...arrivals.values()];
}
