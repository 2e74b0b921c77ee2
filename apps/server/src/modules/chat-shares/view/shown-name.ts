import type { ConversationRow } from '../../../schema/conversations.ts';

/**
 * Returns the customer's or the group's name for people outside the workspace; null if only an id, a number or an address is
 * known, by which the customer could be reached.
 */
export function shownName({ title, chatId }: Pick<ConversationRow, 'title' | 'chatId'>): string | null {
  return title === chatId ? null : withoutAddress(title);
}

/** Returns null if the name is an id, a number or an address. */
export function withoutAddress(given: string): string | null {
  const name = given.trim();
  const isReachable = /^[+\d\s().-]+$/.test(name) || /^@|\S@\S|:\/\//.test(name);
  return name === '' || isReachable ? null : name;
}
