import type { ConversationFilter } from '@parley/chat-core';
import { UiProvider } from '@parley/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { englishLocale } from '../../fixtures/render-desk.tsx';
import { ConversationFilters } from './ConversationFilters.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pieceFor = (search: string, onChange: (change: Partial<ConversationFilter>) => void) => (
  <UiProvider i18n={englishLocale()} storage={localStorage}>
    <ConversationFilters
      filters={{ view: 'open', socialAccountId: null, platform: null, search, unread: false }}
      onChange={onChange}
      searchRef={null}
      platformIds={['webchat']}
      counts={undefined}
    />
  </UiProvider>
);

it('searches when the typing rests, and keeps what is typed while the search comes back', () => {
  const changes: Partial<ConversationFilter>[] = [];
  const onChange = (change: Partial<ConversationFilter>) => void changes.push(change);
  const { rerender } = render(pieceFor('', onChange));
  const field = screen.getByRole('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('l');
  type('lu');
  vi.advanceTimersByTime(300);
  expect(changes).toEqual([{ search: 'lu' }]);
  type('luc');
  rerender(pieceFor('lu', onChange));
  expect(field).toHaveProperty('value', 'luc');
  vi.advanceTimersByTime(300);
  expect(changes).toEqual([{ search: 'lu' }, { search: 'luc' }]);
  rerender(pieceFor('luc', onChange));
  rerender(pieceFor('', onChange));
  expect(field).toHaveProperty('value', '');
});
