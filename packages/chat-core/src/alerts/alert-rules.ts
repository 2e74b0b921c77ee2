/** The choice of messages that an agent is alerted to, and their words, as pure functions. */
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Message } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';

/** The messages of groups that an agent is alerted to: `mentions` are those that mention the social account. */
export const groupAlerts = ['all', 'mentions', 'none'] as const;
export type GroupAlerts = (typeof groupAlerts)[number];

/** A conversation that another sub-account has handed over. It has fields of a message, which say that nothing is awaited. */
export type HandOverAlert = {
  id: string;
  conversationId: string;
  seq: number;
  changedSeq: number;
  erased: false;
  translationState: 'none';
  handedOver: { from: string; authorName: string | null };
};
export type Alerted = Message | HandOverAlert;

/** The circumstances of an agent's page at the moment. */
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

/** At its first connection an account may bring along years of messages. */
const newForMs = 24 * 60 * 60_000;
/** The shortest time between two tones. */
const quietMs = 2000;
/** The longest time that an alert waits for its translation. */
export const translationMs = 3000;

/** Returns whether a change is a customer's new message, of an account that isn't muted, in no archived conversation, and in a group wanted. */
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

/** Returns the alert that a hand-over is; null: it is none, as this sub-account has taken it back or has muted the account. */
export function handOverAlert(
  { id, conversationId, socialAccountId, seq, from, authorName, takenBack }: HandedOver,
  scene: AlertScene,
): HandOverAlert | null {
  if (takenBack || scene.isMuted(socialAccountId)) return null;
  const handedOver = { from, authorName };
  return { id, conversationId, seq, changedSeq: seq, erased: false, translationState: 'none', handedOver };
}

/** A message of a group has a sender, one to the account alone has none. */
function isWanted({ sender, mentions }: Message, scene: AlertScene): boolean {
  if (sender === null) return true;
  const wanted = scene.groups();
  return wanted === 'all' || (wanted === 'mentions' && mentions.some(({ memberId }) => memberId === null));
}

/** Returns whether there is nothing to wait for before a message is shown in the agent's language. */
export function isReadable({ translationState }: Alerted): boolean {
  return translationState !== 'pending';
}

/** Returns the text that the agent reads; null where the message has none. */
export function alertText({ original, translation, translationState }: Message): string | null {
  const text = translationState === 'done' && translation !== null ? translation : original;
  return text.trim() === '' ? null : text;
}

export function isToneDue(lastToneAt: number | null, now: number): boolean {
  return lastToneAt === null || now - lastToneAt >= quietMs;
}

/** Returns how many conversations wait for an answer, those of muted accounts left out. */
export function unreadBadge(
  accounts: readonly Pick<DeskSocialAccount, 'muted' | 'unreadConversations'>[],
): number {
  return accounts.reduce((sum, one) => sum + (one.muted ? 0 : one.unreadConversations), 0);
}

/** Returns the page's title with the number before it, so that a narrow tab shows it. */
export function badgedTitle(title: string, unread: number): string {
  return unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title;
}
