import { expect, it } from 'vitest';
import { masked } from './view.ts';

it.each([
  ['Marta', 'M•••'],
  ['李雷', '李•••'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧•••'],
  ['', '•••'],
])('masks the name %j as %s', (name, shown) => {
  expect(masked(name)).toBe(shown);
});
