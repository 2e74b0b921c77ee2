/** Pure functions that select the messages an agent is alerted to, and the alert's wording. */
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';

/** The group messages that alert an agent; `mentions`: only those that mention the social account. */
export const groupAlerts = ['all', 'mentions', 'none'] as const;
export type GroupAlerts = (typeof groupAlerts)[number];

/** A conversation that another sub-account has handed over. Shaped like a message, with no translation pending. */
export type HandOverAlert = {
  id: string;
  conversationId: string;
  seq: number;
  changedSeq: number;
  erased: false;
  translationState: 'none';
  handedOver: { from: string; authorName: string | null };
};
export type AlertCause = Message | HandOverAlert;

/** The current state of an agent's page. */
export type AlertScene = {
  groups(): GroupAlerts;
  isMuted(socialAccountId: string): boolean;
  /** True while the conversation is open in this page and the page is on the screen. */
  isWatched(conversationId: string): boolean;
};

export type AlertChange = {
  socialAccountId: string;
  seq: number;
  message: Message;
  archived?: true | undefined;
};

/** An account's first connection may import years of messages; only those younger than this cause alerts. */
const newForMs = 24 * 60 * 60_000;
/** Minimum time between two tones. */
const quietMs = 2000;
/** Longest time that an alert waits for its translation. */
export const translationMs = 3000;

/**
 * Returns whether a change is a new customer message that alerts: its account isn't muted, its conversation isn't
 * archived, and its group passes the agent's setting.
 */
export function deservesAlert(
  { socialAccountId, seq, message, archived }: AlertChange,
  scene: AlertScene,
  now: number,
) {
  return (
    message.direction === 'in' &&
    message.seq === seq &&
    !archived &&
    !message.erased &&
    now - message.sentAt < newForMs &&
    isWanted(message, scene) &&
    !scene.isMuted(socialAccountId)
  );
}

type HandedOver = Parameters<ServerEvents['handedOver']>[0];

/** Returns the alert for a hand-over; null when this sub-account has taken the conversation back or muted the account. */
export function handOverAlert(
  { id, conversationId, socialAccountId, seq, from, authorName, takenBack }: HandedOver,
  scene: AlertScene,
): HandOverAlert | null {
  if (takenBack || scene.isMuted(socialAccountId)) return null;
  const handedOver = { from, authorName };
  return { id, conversationId, seq, changedSeq: seq, erased: false, translationState: 'none', handedOver };
}

/** A group message has a sender; a message sent to the account alone has none. */
function isWanted({ sender, mentions }: Message, scene: AlertScene): boolean {
  if (sender === null) return true;
  const wanted = scene.groups();
  return wanted === 'all' || (wanted === 'mentions' && mentions.some(({ memberId }) => memberId === null));
}

/** Returns whether a message can be shown in the agent's language now, with no translation pending. */
export function isReadable({ translationState }: AlertCause): boolean {
  return translationState !== 'pending';
}

/** Returns the text that the agent reads; null when the message has none. */
export function alertText({ original, translation, translationState }: Message): string | null {
  const text = translationState === 'done' && translation !== null ? translation : original;
  return text.trim() === '' ? null : text;
}

export function isToneDue(lastToneAt: number | null, now: number): boolean {
  return lastToneAt === null || now - lastToneAt >= quietMs;
}

/** Returns the number of conversations that wait for an answer, without those of muted accounts. */
export function unreadBadge(
  accounts: readonly Pick<DeskSocialAccount, 'muted' | 'unreadConversations'>[],
): number {
  return accounts.reduce((sum, one) => sum + (one.muted ? 0 : one.unreadConversations), 0);
}

/** Returns the page title prefixed with the number, so that it is visible in a narrow tab. */
export function badgedTitle(title: string, unread: number): string {
  return unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title;
}
