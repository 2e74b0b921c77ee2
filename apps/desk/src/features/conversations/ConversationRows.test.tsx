/** The rows of a long list. The simulated page shows fifteen at a time, of 60 px each. */
import { conversationWith, sampleId } from '@parley/chat-core/fixtures';
import type { Conversation } from '@parley/contract/conversations';
import { UiProvider } from '@parley/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { englishLocale } from '../../fixtures/render-desk.tsx';
import { ConversationRows } from './ConversationRows.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const locale = englishLocale();
const one = (n: number, facts: Partial<Conversation> = {}) =>
  conversationWith({ id: sampleId(n), title: `Fan${n}`, ...facts });
const many = Array.from({ length: 100 }, (_, at) => one(at + 1));
const nothing = () => undefined;
const pathOf = (id: string) => `/c/${id}`;
const nameOf = () => null;
const onIntent = vi.fn();

let put: (rows: readonly Conversation[]) => void = nothing;
let open: (id: string) => void = nothing;

function List({ onMore, hasMore }: { onMore: () => void; hasMore: boolean }) {
  const [rows, setRows] = useState<readonly Conversation[]>(many);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  put = (next) => act(() => setRows(next));
  open = (id) => act(() => setSelectedId(id));
  return (
    <ConversationRows
      conversations={rows}
      hasMore={hasMore}
      canLoadMore
      onMore={onMore}
      selectedId={selectedId}
      pathOf={pathOf}
      accountNameOf={nameOf}
      search=""
      onTriage={nothing}
      onIntent={onIntent}
    >
      <p>below</p>
    </ConversationRows>
  );
}

function show({ onMore = nothing, hasMore = false } = {}) {
  render(
    <UiProvider i18n={locale} storage={window.localStorage}>
      <MemoryRouter>
        <List onMore={onMore} hasMore={hasMore} />
      </MemoryRouter>
    </UiProvider>,
  );
}

const scroller = () => {
  const element = document.querySelector<HTMLElement>('.desk-list');
  if (element === null) throw new Error('there is no list');
  return element;
};
const scrollTo = (top: number) => act(() => scroller().scrollTo({ top }));
const row = (n: number) => document.querySelector<HTMLElement>(`[data-conversation="${sampleId(n)}"]`);
/** Returns the position of a row on the screen. */
const placeOf = (n: number) => {
  const start = Number.parseFloat(row(n)?.closest('li')?.style.insetBlockStart ?? '');
  return start - scroller().scrollTop;
};
/** Moves the row with a new message to the top, as the server orders it. */
const withMessage = (n: number, rows: readonly Conversation[] = many) => [
  one(n, { unread: 1, lastMessageAt: Date.now() }),
  ...rows.filter(({ id }) => id !== sampleId(n)),
];
const press = (key: string, init = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init }));
const focusedTitle = () => document.activeElement?.querySelector('.desk-row-title')?.textContent;

it('renders only the visible rows, each with its position among all', () => {
  show();
  expect(row(1)?.closest('li')?.getAttribute('aria-posinset')).toBe('1');
  expect(row(1)?.closest('li')?.getAttribute('aria-setsize')).toBe('100');
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
  scrollTo(3000);
  expect(row(1)).toBeNull();
  expect(row(52)?.closest('li')?.getAttribute('aria-posinset')).toBe('52');
});

it('loads more near the end of the loaded rows when their total isn’t known', () => {
  const onMore = vi.fn();
  show({ onMore, hasMore: true });
  expect(onMore).not.toHaveBeenCalled();
  expect(row(1)?.closest('li')?.getAttribute('aria-setsize')).toBe('-1');
  scrollTo(5000);
  expect(onMore).toHaveBeenCalled();
});

it('shows new conversations on top at once while the list isn’t scrolled', () => {
  show();
  put(withMessage(70));
  expect(placeOf(70)).toBe(0);
  expect(scroller().scrollTop).toBe(0);
});

it('keeps the reader’s place when a conversation is added or removed above', () => {
  show();
  scrollTo(1200);
  const before = placeOf(25);
  put(withMessage(90));
  expect(placeOf(25)).toBe(before);
  put(many.filter(({ id }) => id !== sampleId(3)));
  expect(placeOf(25)).toBe(before);
});

it('keeps the other rows in place when the first visible row moves to the top', () => {
  show();
  scrollTo(1200);
  const before = placeOf(25);
  put(withMessage(21));
  expect(placeOf(25)).toBe(before);
  expect(row(21)).toBeNull();
});

it('holds the row under the pointer until the pointer leaves it', () => {
  show();
  scrollTo(1200);
  fireEvent.pointerOver(row(25) ?? document.body, { pointerType: 'mouse' });
  const before = placeOf(25);
  put(withMessage(25));
  expect(placeOf(25)).toBe(before);
  expect(row(25)?.dataset.unread).toBe('true');
  const below = placeOf(27);
  fireEvent.pointerOver(row(27) ?? document.body, { pointerType: 'mouse' });
  expect(row(25)).toBeNull();
  expect(placeOf(27)).toBe(below);
});

it('keeps the focused row while it is out of sight, so that keys continue from it', () => {
  show();
  scrollTo(1200);
  act(() => row(25)?.focus());
  const before = placeOf(25);
  put(withMessage(25));
  expect(placeOf(25)).toBe(before);
  scrollTo(4800);
  expect(document.activeElement).toBe(row(25));
  press('ArrowDown');
  expect(focusedTitle()).toBe('Fan26');
});

it('reports which conversation is about to be opened, by pointer, focus and press', () => {
  show();
  onIntent.mockClear();
  fireEvent.mouseOver(row(3)?.querySelector('.desk-avatar') ?? document.body);
  act(() => row(4)?.focus());
  fireEvent.pointerDown(row(5) ?? document.body);
  expect(onIntent.mock.calls).toEqual([
    [sampleId(3), 'near'],
    [sampleId(4), 'near'],
    [sampleId(5), 'opens'],
  ]);
});

it('moves the focus to the next row when the focused one is removed', () => {
  show();
  act(() => row(4)?.focus());
  put(many.filter(({ id }) => id !== sampleId(4)));
  expect(focusedTitle()).toBe('Fan5');
});

it('names who handed a conversation over', () => {
  show();
  const handOver = { from: 'Spain', authorName: 'Ana', note: '', at: Date.now() };
  put([one(1, { handOver }), one(2, { handOver: { ...handOver, authorName: null } }), one(3)]);
  const names = [1, 2, 3].map((n) => row(n)?.textContent?.match(/Handed over by (Ana|Spain)/)?.[1]);
  expect(names).toEqual(['Ana', 'Spain', undefined]);
});

it('moves by keys to the ends and by pages, to rows that weren’t rendered', () => {
  show();
  act(() => row(1)?.focus());
  press('End');
  expect(focusedTitle()).toBe('Fan100');
  press('PageUp');
  expect(Number(focusedTitle()?.slice(3))).toBeLessThan(95);
  press('Home');
  expect(focusedTitle()).toBe('Fan1');
  press('ArrowUp');
  expect(focusedTitle()).toBe('Fan1');
  press('ArrowDown', { altKey: true });
  expect(focusedTitle()).toBe('Fan1');
});

it('scrolls to the open row when a key opens an invisible one', () => {
  show();
  open(sampleId(60));
  expect(row(60)?.getAttribute('aria-current')).toBe('true');
  expect(placeOf(60)).toBeGreaterThanOrEqual(0);
  expect(placeOf(60)).toBeLessThan(900);
});

it('re-renders only the row with a new message, however many it shifts', () => {
  show();
  const rendered: string[] = [];
  const { segment } = Intl.Segmenter.prototype;
  // Each rendering of a row computes the initials of its title.
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function spy(this: Intl.Segmenter, text) {
    if (text !== '') rendered.push(text);
    return segment.call(this, text);
  });
  put(withMessage(5));
  expect(rendered).toEqual(['Fan5']);
});
