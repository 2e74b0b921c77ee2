import { expect, it } from 'vitest';
import { maskName } from './view.ts';

it.each([
  ['Marta', 'M•••'],
  ['李雷', '李•••'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧•••'],
  ['', '•••'],
])('masks the name %j as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
