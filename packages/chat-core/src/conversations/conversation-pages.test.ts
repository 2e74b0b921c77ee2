import { describe, expect, it } from 'vitest';
import { conversationWith, messageWith, sampleId } from '../fixtures/samples.ts';
import {
  applyChange,
  type ConversationFilter,
  type ConversationPages,
  flattenPages,
  newer,
  withPlaced,
} from './conversation-pages.ts';

const all: ConversationFilter = {
  view: 'open',
  socialAccountId: null,
  platform: null,
  search: '',
  unread: false,
  kind: null,
  tagIds: [],
};
const at = (n: number, moment: number, facts = {}) =>
  conversationWith({ id: sampleId(n), lastMessageAt: moment, title: `Fan ${n}`, ...facts });
const pagesOf = (...lists: ReturnType<typeof at>[][]): ConversationPages => ({
  pages: lists.map((list, n) => ({ list, nextCursor: n === lists.length - 1 ? 'more' : `page ${n + 1}` })),
  pageParams: [],
});
const titles = (pages: ConversationPages) => flattenPages(pages).map((conversation) => conversation.title);

describe('the conversation list', () => {
  const pages = pagesOf([at(1, 90), at(2, 80)], [at(3, 70), at(4, 60)]);

  it('moves a conversation with a new message to the top', () => {
    expect(titles(withPlaced(pages, at(4, 100), all))).toEqual(['Fan 4', 'Fan 1', 'Fan 2', 'Fan 3']);
  });

  it('leaves a conversation in its place when only its state changed', () => {
    const after = withPlaced(pages, at(3, 70, { unread: 5 }), all);
    expect(titles(after)).toEqual(['Fan 1', 'Fan 2', 'Fan 3', 'Fan 4']);
    expect(flattenPages(after)[2]?.unread).toBe(5);
  });

  it('adds a new conversation, unless it belongs beyond the loaded pages', () => {
    expect(titles(withPlaced(pages, at(9, 75), all))).toEqual(['Fan 1', 'Fan 2', 'Fan 9', 'Fan 3', 'Fan 4']);
    expect(titles(withPlaced(pages, at(9, 10), all))).not.toContain('Fan 9');
  });

  it('adds the first conversation of an empty list', () => {
    const empty: ConversationPages = { pages: [{ list: [], nextCursor: null }], pageParams: [] };
    expect(titles(withPlaced(empty, at(1, 10), all))).toEqual(['Fan 1']);
  });

  it.each<[string, Partial<ConversationFilter>]>([
    ['another account', { socialAccountId: sampleId(77) }],
    ['another platform', { platform: 'telegram' }],
    ['only unread ones', { unread: true }],
    ['another name', { search: 'nobody' }],
    ['another tag', { tagIds: [sampleId(78)] }],
  ])('keeps out what the filter excludes: %s', (_, filter) => {
    expect(titles(withPlaced(pages, at(9, 100), { ...all, ...filter }))).not.toContain('Fan 9');
  });

  it('includes fans who have any of the tags', () => {
    const [vip, wholesale] = [sampleId(78), sampleId(79)];
    const tagged = at(9, 100, { fan: { id: sampleId(5), verdict: 'new', tagIds: [wholesale] } });
    expect(titles(withPlaced(pages, tagged, { ...all, tagIds: [vip, wholesale] }))[0]).toBe('Fan 9');
  });

  it('keeps a row that has just been read under the unread filter', () => {
    const after = withPlaced(pages, at(2, 80, { unread: 0 }), { ...all, unread: true });
    expect(titles(after)).toContain('Fan 2');
  });

  it('shows a conversation once although two pages contain it', () => {
    expect(titles(pagesOf([at(1, 9)], [at(1, 9), at(2, 8)]))).toEqual(['Fan 1', 'Fan 2']);
  });
});

describe('a view of the list', () => {
  const views = ['all', 'open', 'waiting', 'snoozed', 'closed', 'archived'] as const;
  const viewsOf = (facts: Parameters<typeof at>[2]) =>
    views.filter((view) => {
      const empty: ConversationPages = { pages: [{ list: [], nextCursor: null }], pageParams: [] };
      return titles(withPlaced(empty, at(1, 10, facts), { ...all, view })).length > 0;
    });

  it.each([
    [{}, ['all', 'open']],
    [{ waitingSince: 5 }, ['all', 'open', 'waiting']],
    [{ waitingSince: 5, snoozedUntil: 50 }, ['all', 'snoozed']],
    [{ closedAt: 5 }, ['all', 'closed']],
    [{ closedAt: 5, snoozedUntil: 50, waitingSince: 5 }, ['all', 'closed']],
    [{ closedAt: 5, archivedAt: 6, waitingSince: 5 }, ['all', 'archived']],
  ])('a conversation with %j is in %j', (facts, expected) => {
    expect(viewsOf(facts)).toEqual(expected);
  });

  it('lists pinned conversations on top, in the order of pinning', () => {
    const pages = pagesOf([at(1, 10, { pinnedAt: 5 }), at(2, 90), at(3, 80)]);
    const after = withPlaced(pages, at(3, 80, { pinnedAt: 6 }), all);
    expect(titles(after)).toEqual(['Fan 1', 'Fan 3', 'Fan 2']);
    // A message doesn't move a pinned conversation.
    expect(titles(withPlaced(after, at(3, 99, { pinnedAt: 6 }), all))).toEqual(['Fan 1', 'Fan 3', 'Fan 2']);
    expect(titles(withPlaced(after, at(1, 85), all))).toEqual(['Fan 3', 'Fan 2', 'Fan 1']);
  });

  it('hides a closed conversation, and shows it in a search', () => {
    const pages = pagesOf([at(1, 90), at(2, 80)]);
    const closed = at(1, 90, { closedAt: 95 });
    expect(titles(withPlaced(pages, closed, all))).toEqual(['Fan 2']);
    expect(titles(withPlaced(pages, closed, { ...all, search: 'fan' }))).toEqual(['Fan 1', 'Fan 2']);
  });

  it('lists a woken conversation on top, although its message is old', () => {
    expect(titles(withPlaced(pagesOf([at(1, 90), at(2, 80)]), at(3, 10, { wokenAt: 95 }), all))[0]).toBe(
      'Fan 3',
    );
  });

  it.each(['waiting', 'snoozed'] as const)('%s lists the earliest first', (view) => {
    const row = (n: number, moment: number) =>
      at(n, n, view === 'waiting' ? { waitingSince: moment } : { snoozedUntil: moment });
    const pages = pagesOf([row(1, 10), row(2, 20)]);
    expect(titles(withPlaced(pages, row(3, 15), { ...all, view }))).toEqual(['Fan 1', 'Fan 3', 'Fan 2']);
    expect(titles(withPlaced(pages, at(1, 99), { ...all, view }))).toEqual(['Fan 2']);
  });
});

describe('a conversation', () => {
  const conversation = conversationWith({ lastSeq: 4, unread: 1, lastMessage: messageWith({ seq: 3 }) });

  it('follows the next event', () => {
    const message = messageWith({ seq: 5 });
    expect(applyChange(conversation, { seq: 5, message })).toMatchObject({
      lastSeq: 5,
      unread: 2,
      lastMessage: message,
      lastMessageAt: message.sentAt,
    });
  });

  it('counts neither changes to known messages nor the agent’s own as unread', () => {
    const translated = messageWith({ seq: 3, changedSeq: 5, translation: 'x' });
    expect(applyChange(conversation, { seq: 5, message: translated })).toMatchObject({
      unread: 1,
      lastMessageAt: null,
    });
    const own = messageWith({ seq: 5, direction: 'out' });
    expect(applyChange(conversation, { seq: 5, message: own })?.unread).toBe(1);
  });

  it('opens with the customer’s message, and waits from the first one until an agent’s answer', () => {
    const put = { ...conversation, snoozedUntil: 9e15, closedAt: 1 };
    const written = applyChange(put, { seq: 5, message: messageWith({ seq: 5, sentAt: 50 }) });
    expect(written).toMatchObject({ snoozedUntil: null, closedAt: null, waitingSince: 50 });
    const waiting = { ...conversation, waitingSince: 40 };
    const message = messageWith({ seq: 5, sentAt: 50 });
    expect(applyChange(waiting, { seq: 5, message })?.waitingSince).toBe(40);
    const automatic = messageWith({ seq: 5, direction: 'out', automatic: true });
    expect(applyChange(waiting, { seq: 5, message: automatic })?.waitingSince).toBe(40);
    const answer = messageWith({ seq: 5, direction: 'out' });
    const archived = { ...waiting, closedAt: 1, archivedAt: 1 };
    expect(applyChange(archived, { seq: 5, message: answer })).toMatchObject({
      closedAt: 1,
      archivedAt: null,
    });
    expect(applyChange({ ...waiting, closedAt: 1 }, { seq: 5, message: answer })).toMatchObject({
      waitingSince: null,
      closedAt: 1,
    });
    const changed = messageWith({ seq: 3, changedSeq: 5 });
    expect(applyChange({ ...conversation, closedAt: 1 }, { seq: 5, message: changed })?.closedAt).toBe(1);
  });

  it('requests a conversation again when events are missing, and leaves it untouched by old ones', () => {
    expect(applyChange(conversation, { seq: 7, message: messageWith({ seq: 7 }) })).toBeNull();
    expect(applyChange(conversation, { seq: 4, message: messageWith({ seq: 4 }) })).toBe(conversation);
  });

  it('never returns to an older state', () => {
    const late = conversationWith({ lastSeq: 3, unread: 9 });
    expect(newer(conversation, late)).toBe(conversation);
    const read = conversationWith({ lastSeq: 4, readSeq: 4 });
    expect(newer(conversation, read)).toBe(read);
    expect(newer(read, conversation)).toBe(read);
  });
});
