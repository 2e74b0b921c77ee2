/** The loaded pages of the conversation list after an event, as pure functions. */
import type { Conversation, Message } from '@parley/contract/conversations';

export type ConversationFilter = {
  socialAccountId: string | null;
  search: string;
  unread: boolean;
};

/** `Listed`: a conversation with what a client's list shows besides. */
export type ConversationPages<Listed extends Conversation = Conversation> = {
  pages: { list: Listed[]; nextCursor: string | null }[];
  pageParams: unknown[];
};

/** Returns each conversation once: a conversation that moved up may be on a later page again. */
export function flatten(pages: ConversationPages): Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const page of pages.pages) {
    for (const conversation of page.list) {
      if (!byId.has(conversation.id)) byId.set(conversation.id, conversation);
    }
  }
  return [...byId.values()];
}

export function findIn<Listed extends Conversation>(
  pages: ConversationPages<Listed>,
  id: string,
): Listed | undefined {
  for (const page of pages.pages) {
    const found = page.list.find((conversation) => conversation.id === id);
    if (found) return found;
  }
  return undefined;
}

function belongs(conversation: Conversation, filters: ConversationFilter): boolean {
  if (filters.socialAccountId !== null && filters.socialAccountId !== conversation.socialAccountId)
    return false;
  if (filters.unread && conversation.unread === 0) return false;
  const search = filters.search.trim().toLowerCase();
  return [conversation.title, conversation.alias ?? ''].some((name) => name.toLowerCase().includes(search));
}

const momentOf = (conversation: Conversation) => conversation.lastMessageAt ?? 0;

/**
 * Returns the list with this conversation in its present state and place. A shown conversation stays, even if it has
 * just been read under the filter 'unread': a row must not vanish while the agent uses it.
 */
export function placed<Listed extends Conversation>(
  pages: ConversationPages<Listed>,
  conversation: Listed,
  filters: ConversationFilter,
): ConversationPages<Listed> {
  const known = findIn(pages, conversation.id);
  if (!known && !belongs(conversation, filters)) return pages;
  if (known && momentOf(known) === momentOf(conversation)) {
    const swap = (one: Listed) => (one.id === conversation.id ? conversation : one);
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, list: page.list.map(swap) })) };
  }
  const without = pages.pages.map((page) => ({
    ...page,
    list: page.list.filter((one) => one.id !== conversation.id),
  }));
  for (const page of without) {
    const at = page.list.findIndex((one) => momentOf(one) <= momentOf(conversation));
    if (at < 0) continue;
    page.list.splice(at, 0, conversation);
    return { ...pages, pages: without };
  }
  // Older than all that is loaded: it has its place there only when nothing more can be loaded.
  const last = without.at(-1);
  if (last && (last.nextCursor === null || known)) last.list.push(conversation);
  return { ...pages, pages: without };
}

/** Returns the conversation after the next event; null when events before it are missing. */
export function afterChange<Listed extends Conversation>(
  conversation: Listed,
  change: { seq: number; message: Message },
): Listed | null {
  if (change.seq <= conversation.lastSeq) return conversation;
  if (change.seq !== conversation.lastSeq + 1) return null;
  const { message } = change;
  const isNew = message.seq === change.seq;
  const isLatest = message.seq >= (conversation.lastMessage?.seq ?? 0);
  return {
    ...conversation,
    lastSeq: change.seq,
    unread: conversation.unread + (isNew && message.direction === 'in' ? 1 : 0),
    lastMessage: isLatest ? message : conversation.lastMessage,
    lastMessageAt: isNew ? message.sentAt : conversation.lastMessageAt,
  };
}

/** Returns the later of two states of one conversation: a response may arrive after a newer event. */
export function newer(known: Conversation | undefined, incoming: Conversation): Conversation {
  if (!known || incoming.lastSeq > known.lastSeq) return incoming;
  if (incoming.lastSeq < known.lastSeq) return known;
  return incoming.readSeq >= known.readSeq ? incoming : known;
}
