/** Pure functions that apply an event to the loaded pages of the conversation list. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { Conversation, ConversationView, Message } from '@parley/contract/conversations';
import { placeIn, precedes } from './list-order.ts';

export type ConversationFilter = {
  /** `all`: conversations in any state, latest message first. */
  view: ConversationView | 'all';
  socialAccountId: string | null;
  platform: PlatformId | null;
  search: string;
  unread: boolean;
  /** Null for both private conversations and groups. */
  kind: Conversation['kind'] | null;
  /** Selects fans with any of these tags; empty selects all fans. */
  tagIds: readonly string[];
};

/** Returns the view that a list shows: a search covers all conversations unless a view was chosen. */
export function shownView({ view, search }: ConversationFilter): ConversationView | 'all' {
  return view === 'open' && search.trim() !== '' ? 'all' : view;
}

/** `Listed` is a conversation with a client's additional list fields. */
export type ConversationPages<Listed extends Conversation = Conversation> = {
  pages: { list: Listed[]; nextCursor: string | null }[];
  pageParams: unknown[];
};

/** Returns each conversation once: one that moved up may appear again on a later page. */
export function flattenPages(pages: ConversationPages): Conversation[] {
  const byId = new Map<string, Conversation>();
  for (const page of pages.pages) {
    for (const conversation of page.list) {
      if (!byId.has(conversation.id)) byId.set(conversation.id, conversation);
    }
  }
  return [...byId.values()];
}

export function findInPages<Listed extends Conversation>(
  pages: ConversationPages<Listed>,
  id: string,
): Listed | undefined {
  for (const page of pages.pages) {
    const found = page.list.find((conversation) => conversation.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Returns the pages without a conversation. */
export function withoutConversation<Listed extends Conversation>(
  pages: ConversationPages<Listed>,
  id: string,
): ConversationPages<Listed> {
  const list = (page: ConversationPages<Listed>['pages'][number]) => page.list.filter((one) => one.id !== id);
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, list: list(page) })) };
}

function belongs(conversation: Conversation, filters: ConversationFilter): boolean {
  const { socialAccountId, platform, kind, unread, tagIds } = filters;
  if (socialAccountId !== null && socialAccountId !== conversation.socialAccountId) return false;
  if (platform !== null && platform !== conversation.platform) return false;
  if (kind !== null && kind !== conversation.kind) return false;
  if (unread && conversation.unread === 0) return false;
  if (tagIds.length > 0 && !tagIds.some((id) => conversation.fan?.tagIds.includes(id))) return false;
  const search = filters.search.trim().toLowerCase();
  return [conversation.title, conversation.alias ?? ''].some((name) => name.toLowerCase().includes(search));
}

/**
 * Returns the list with this conversation in its present state and place. The conversation on the screen stays while it
 * is in the list's view, even if it has just been read under the filter 'unread': a row must not vanish while the agent
 * uses it.
 */
export function withPlaced<Listed extends Conversation>(
  pages: ConversationPages<Listed>,
  conversation: Listed,
  filters: ConversationFilter,
): ConversationPages<Listed> {
  const view = shownView(filters);
  const known = findInPages(pages, conversation.id);
  const place = placeIn(conversation, view);
  if (!known && (place === null || !belongs(conversation, filters))) return pages;
  const before = known && placeIn(known, view);
  if (before && place && before.group === place.group && before.at === place.at) {
    const swap = (one: Listed) => (one.id === conversation.id ? conversation : one);
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, list: page.list.map(swap) })) };
  }
  const others = withoutConversation(pages, conversation.id);
  if (place === null) return others;
  for (const page of others.pages) {
    const at = page.list.findIndex((one) => precedes(conversation, one, view));
    if (at < 0) continue;
    page.list.splice(at, 0, conversation);
    return others;
  }
  // Sorts after everything loaded: it belongs at the end only if nothing more can be loaded.
  const last = others.pages.at(-1);
  if (last && (last.nextCursor === null || known)) last.list.push(conversation);
  return others;
}

/** Returns the conversation after the next event; null when earlier events are missing. */
export function applyChange<Listed extends Conversation>(
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
    ...(isNew ? stateAfter(conversation, message) : {}),
    lastSeq: change.seq,
    unread: conversation.unread + (isNew && message.direction === 'in' ? 1 : 0),
    lastMessage: isLatest ? message : conversation.lastMessage,
    lastMessageAt: isNew ? message.sentAt : conversation.lastMessageAt,
  };
}

/**
 * A customer's message opens the conversation, unless it is archived, and marks it as waiting; an agent's message
 * answers it and ends its archiving; an automatic message does neither.
 */
function stateAfter(conversation: Conversation, message: Message): Partial<Conversation> {
  const { waitingSince, archivedAt, closedAt } = conversation;
  if (message.direction === 'in')
    return {
      snoozedUntil: null,
      closedAt: archivedAt === null ? null : closedAt,
      waitingSince: waitingSince ?? message.sentAt,
      customerWroteAt: Math.max(conversation.customerWroteAt ?? 0, message.sentAt),
    };
  return message.automatic ? {} : { waitingSince: null, archivedAt: null };
}

/** Returns the later of two states of one conversation: a response may arrive after a newer event. */
export function newer(known: Conversation | undefined, incoming: Conversation): Conversation {
  if (!known || incoming.lastSeq > known.lastSeq) return incoming;
  if (incoming.lastSeq < known.lastSeq) return known;
  return incoming.readSeq >= known.readSeq ? incoming : known;
}
