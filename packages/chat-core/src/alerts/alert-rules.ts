/** The choice of messages that an agent is alerted to, and their words, as pure functions. */
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Message } from '@parley/contract/conversations';

/** The messages of groups that an agent is alerted to: `mentions` are those that mention the social account. */
export const groupAlerts = ['all', 'mentions', 'none'] as const;
export type GroupAlerts = (typeof groupAlerts)[number];

/** The circumstances of an agent's page at the moment. */
export type AlertScene = {
  groups(): GroupAlerts;
  isMuted(socialAccountId: string): boolean;
  /** True while the conversation is open in this page and the page is on the screen. */
  isWatched(conversationId: string): boolean;
};

export type AlertChange = { socialAccountId: string; seq: number; message: Message };

/** At its first connection an account may bring along years of messages. */
const newForMs = 24 * 60 * 60_000;
/** The shortest time between two tones. */
const quietMs = 2000;
/** The longest time that an alert waits for its translation. */
export const translationMs = 3000;

/** Returns whether a change is a customer's new message, of an account that isn't muted, and in a group wanted. */
export function deservesAlert(
  { socialAccountId, seq, message }: AlertChange,
  scene: AlertScene,
  now: number,
) {
  return (
    message.direction === 'in' &&
    message.seq === seq &&
    !message.erased &&
    now - message.sentAt < newForMs &&
    isWanted(message, scene) &&
    !scene.isMuted(socialAccountId)
  );
}

/** A message of a group has a sender, one to the account alone has none. */
function isWanted({ sender, mentions }: Message, scene: AlertScene): boolean {
  if (sender === null) return true;
  const wanted = scene.groups();
  return wanted === 'all' || (wanted === 'mentions' && mentions.some(({ memberId }) => memberId === null));
}

/** Returns whether there is nothing to wait for before a message is shown in the agent's language. */
export function isReadable({ translationState }: Message): boolean {
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
