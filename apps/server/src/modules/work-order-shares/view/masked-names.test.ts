import { expect, it } from 'vitest';
import { maskName, shownName } from './view.ts';

it.each([
  ['Marta', 'M•••'],
  ['李雷', '李•••'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧•••'],
  ['', '•••'],
])('masks the name %j as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

const personId = '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2';
const visitor = { name: '', personId, platform: 'webchat' } as const;

it.each([
  ['none', { name: null, visitor: null }],
  ['masked', { name: null, visitor: '0•••' }],
  ['full', { name: null, visitor: '0BB2' }],
] as const)('shows an unnamed visitor as the link shows names: %s', (fanNames, shown) => {
  expect(shownName(fanNames, visitor)).toEqual(shown);
});

it.each(['none', 'masked', 'full'] as const)(
  'hides the number of a person without a name: %s',
  (fanNames) => {
    const contact = { name: '', personId: '34600000000', platform: 'whatsapp' } as const;
    expect(shownName(fanNames, contact)).toEqual({ name: null, visitor: null });
  },
);

it.each(['+34 600 111 222', 'marta@example.com', '@marta'])('never shows %s, given as a name', (name) => {
  const contact = { name, personId: '34600111222', platform: 'whatsapp' } as const;
  for (const fanNames of ['none', 'masked', 'full'] as const)
    expect(shownName(fanNames, contact)).toEqual({ name: null, visitor: null });
});
