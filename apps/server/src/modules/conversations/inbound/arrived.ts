/** The rules of what is stored of a message that a platform delivers, and which of them are answered automatically. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { MessageKind } from '@parley/contract/conversations';
import { isReferenceAlone } from '@parley/contract/split-links';
import { codePoints, messageLimit } from '@parley/contract/values';
import { storable } from '../../../base/db/storable.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow, StoredAttachment } from '../../../schema/conversations.ts';
import type { ReceivedMention } from '../groups/received-members.ts';
import type { ReceivedHandle } from '../reply-handles/received.ts';
import { storableId, storableTime } from '../storable.ts';
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
  /** The id by which the platform's later events name it, where that is another one. */
  referenceId: string | null;
  /** The message that it answers, by either of the two ids. */
  replyTo: string | null;
  chatId: string;
  chatKind: 'private' | 'group';
  chatTitle: string | null;
  /** `business`: written with the account in another program; `from` is then the customer to whom it was written. */
  author: 'customer' | 'business';
  from: {
    id: string;
    displayName: string | null;
    handle?: string | null;
    phone?: string | null;
    language: string | null;
  };
  /** Of a medium its caption, or empty; of what is `unsupported` the platform's name for it. */
  text: string;
  /** The parameter of the link by which the customer came; absent: none. */
  referral?: string | null;
  attachment: StoredAttachment | null;
  /** The members of a group whom the text mentions; absent: none. */
  mentions?: readonly ReceivedMention[];
  /** The connector reports who is in the group, so that a message shows nothing of it. */
  reportsMembers?: boolean;
  /** The attachment's file, where the customer has uploaded it here. */
  fileId: string | null;
  /** By which the platform lets it be answered for a while; absent: none. */
  replyHandle?: ReceivedHandle;
  sentAt: number;
  history: boolean;
};

export const chatKey = (socialAccountId: string, chatId: string) => `${socialAccountId} ${storable(chatId)}`;

/**
 * Returns the customer's own words: what is `unsupported` has none, its text is the platform's name for it, and neither has
 * the reference of a split link that was sent alone.
 */
export function wordsOf(kind: MessageKind, text: string): string {
  return kind === 'unsupported' || isReferenceAlone(text) ? '' : text;
}

/**
 * Returns what is stored of a message. It waits for its translation if it is a text that can have one.
 *
 * @param translate whether its conversation's settings translate what customers write
 */
export function arrived(
  message: Inbound,
  translate: boolean,
  now: number,
): Omit<NewInbound, 'ord' | 'id' | 'conversationId' | 'memberId' | 'memberName' | 'mentions'> {
  const { account, author } = message;
  const hasText = wordsOf(message.kind, message.text).trim() !== '';
  // The business's words are in the customer's language already, and no agent has asked to pay for them in another.
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
    original: storable(message.text),
    attachment: message.attachment,
    fileId: message.fileId,
    translationState: translatable ? 'pending' : 'none',
    sentAt: storableTime(message.sentAt, now),
  };
}

const messageId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id under which Parley has sent a message of the business's, if it has. */
const sentAsId = (referenceId: string | null): string | null =>
  referenceId !== null && messageId.test(referenceId) ? referenceId : null;

/**
 * Returns customers' live messages that are new, by private conversation, if its sub-account answers automatically.
 *
 * @param added those of `batch` that were new, in their conversations' order
 */
export function toAnswer<
  Row extends Pick<MessageRow, 'socialAccountId' | 'platformMessageId' | 'conversationId'>,
>(
  batch: readonly Inbound[],
  added: readonly Row[],
  answersAutomatically: (message: Inbound) => boolean,
): [Row, ...Row[]][] {
  const nameOf = (socialAccountId: string, id: string | null) => `${socialAccountId} ${id}`;
  const answered = batch.filter(
    (message) =>
      message.author === 'customer' &&
      message.chatKind === 'private' &&
      !message.history &&
      answersAutomatically(message),
  );
  const names = new Set(
    answered.map(({ account, platformMessageId }) => nameOf(account.id, storableId(platformMessageId))),
  );
  const arrivals = new Map<string, [Row, ...Row[]]>();
  for (const message of added) {
    if (!names.has(nameOf(message.socialAccountId, message.platformMessageId))) continue;
    const known = arrivals.get(message.conversationId);
    if (known) known.push(message);
    else arrivals.set(message.conversationId, [message]);
  }
  return [...arrivals.values()];
}
