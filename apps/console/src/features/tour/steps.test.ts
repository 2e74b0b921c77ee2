import { expect, it } from 'vitest';
import { stepAt, type TourStep } from './steps.ts';

const at = (...visible: TourStep[]) => stepAt((step) => visible.includes(step));

it('begins with the way to the sub-accounts, also on a page that has nothing to do with them', () => {
  expect(at()).toBe('open');
  expect(at('open')).toBe('open');
});

it('follows what the newcomer has opened, with the menu still beside it', () => {
  expect(at('open', 'create')).toBe('create');
  expect(at('open', 'create', 'confirm')).toBe('confirm');
  expect(at('open', 'create', 'copy')).toBe('copy');
});
