import { expect, test } from 'vitest';
import { authorsShown } from './author.ts';

test('shows a name once for several messages in a row, and again after another author or the visitor', () => {
  const ana = { from: 'business', deleted: false, author: 'Ana' } as const;
  const nobody = { ...ana, author: null };
  const visitor = { ...nobody, from: 'visitor' } as const;
  const messages = [
    ana,
    ana,
    visitor,
    ana,
    { ...nobody, deleted: true },
    ana,
    { ...ana, author: 'Ben' },
    nobody,
    ana,
  ];
  const shown = authorsShown(messages.map((message, at) => ({ ...message, id: String(at) })));
  expect([...shown]).toEqual([
    ['0', 'Ana'],
    ['3', 'Ana'],
    ['6', 'Ben'],
    ['8', 'Ana'],
  ]);
});

test('shows no name that a visitor or an older server could have put there', () => {
  const message = { id: '1', deleted: false };
  expect(authorsShown([{ ...message, from: 'visitor', author: 'Ana' }]).size).toBe(0);
  expect(authorsShown([{ ...message, from: 'business' }]).size).toBe(0);
});
