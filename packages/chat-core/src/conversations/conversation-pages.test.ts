import { describe, expect, it } from 'vitest';
import { conversationWith, messageWith, sampleId } from '../fixtures/samples.ts';
import {
  afterChange,
  type ConversationFilter,
  type ConversationPages,
  flatten,
  newer,
  placed,
} from './conversation-pages.ts';

const all: ConversationFilter = { socialAccountId: null, search: '', unread: false };
const at = (n: number, moment: number, facts = {}) =>
  conversationWith({ id: sampleId(n), lastMessageAt: moment, title: `Fan ${n}`, ...facts });
const pagesOf = (...lists: ReturnType<typeof at>[][]): ConversationPages => ({
  pages: lists.map((list, n) => ({ list, nextCursor: n === lists.length - 1 ? 'more' : `page ${n + 1}` })),
  pageParams: [],
});
const titles = (pages: ConversationPages) => flatten(pages).map((conversation) => conversation.title);

describe('the conversation list', () => {
  const pages = pagesOf([at(1, 90), at(2, 80)], [at(3, 70), at(4, 60)]);

  it('moves a conversation with a new message to the top', () => {
    expect(titles(placed(pages, at(4, 100), all))).toEqual(['Fan 4', 'Fan 1', 'Fan 2', 'Fan 3']);
  });

  it('leaves a conversation in its place when only its state changed', () => {
    const after = placed(pages, at(3, 70, { unread: 5 }), all);
    expect(titles(after)).toEqual(['Fan 1', 'Fan 2', 'Fan 3', 'Fan 4']);
    expect(flatten(after)[2]?.unread).toBe(5);
  });

  it('takes in a new conversation, but none that lies beyond what is loaded', () => {
    expect(titles(placed(pages, at(9, 75), all))).toEqual(['Fan 1', 'Fan 2', 'Fan 9', 'Fan 3', 'Fan 4']);
    expect(titles(placed(pages, at(9, 10), all))).not.toContain('Fan 9');
  });

  it('takes in the first conversation of an empty list', () => {
    const empty: ConversationPages = { pages: [{ list: [], nextCursor: null }], pageParams: [] };
    expect(titles(placed(empty, at(1, 10), all))).toEqual(['Fan 1']);
  });

  it.each<[string, Partial<ConversationFilter>]>([
    ['another account', { socialAccountId: sampleId(77) }],
    ['only unread ones', { unread: true }],
    ['another name', { search: 'nobody' }],
  ])('keeps out what the filter excludes: %s', (_, filter) => {
    expect(titles(placed(pages, at(9, 100), { ...all, ...filter }))).not.toContain('Fan 9');
  });

  it('keeps a row that has just been read under the unread filter', () => {
    const after = placed(pages, at(2, 80, { unread: 0 }), { ...all, unread: true });
    expect(titles(after)).toContain('Fan 2');
  });

  it('shows a conversation once though two pages name it', () => {
    expect(titles(pagesOf([at(1, 9)], [at(1, 9), at(2, 8)]))).toEqual(['Fan 1', 'Fan 2']);
  });
});

describe('a conversation', () => {
  const conversation = conversationWith({ lastSeq: 4, unread: 1, lastMessage: messageWith({ seq: 3 }) });

  it('follows the next event', () => {
    const message = messageWith({ seq: 5 });
    expect(afterChange(conversation, { seq: 5, message })).toMatchObject({
      lastSeq: 5,
      unread: 2,
      lastMessage: message,
      lastMessageAt: message.sentAt,
    });
  });

  it('counts no change of a known message, and nothing that we wrote, as unread', () => {
    const translated = messageWith({ seq: 3, changedSeq: 5, translation: 'x' });
    expect(afterChange(conversation, { seq: 5, message: translated })).toMatchObject({
      unread: 1,
      lastMessageAt: null,
    });
    const own = messageWith({ seq: 5, direction: 'out' });
    expect(afterChange(conversation, { seq: 5, message: own })?.unread).toBe(1);
  });

  it('requests a conversation again when events are missing, and leaves it untouched by old ones', () => {
    expect(afterChange(conversation, { seq: 7, message: messageWith({ seq: 7 }) })).toBeNull();
    expect(afterChange(conversation, { seq: 4, message: messageWith({ seq: 4 }) })).toBe(conversation);
  });

  it('never returns to an older state', () => {
    const late = conversationWith({ lastSeq: 3, unread: 9 });
    expect(newer(conversation, late)).toBe(conversation);
    const read = conversationWith({ lastSeq: 4, readSeq: 4 });
    expect(newer(conversation, read)).toBe(read);
    expect(newer(read, conversation)).toBe(read);
  });
});
