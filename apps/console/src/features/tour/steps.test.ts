import { expect, it } from 'vitest';
import { stepAt, type TourStep } from './steps.ts';

const at = (...visible: TourStep[]) => stepAt((step) => visible.includes(step));

it('starts with the link to the sub-accounts on any page', () => {
  expect(at()).toBe('open');
  expect(at('open')).toBe('open');
});

it('follows what the newcomer has opened while the menu stays visible', () => {
  expect(at('open', 'create')).toBe('create');
  expect(at('open', 'create', 'confirm')).toBe('confirm');
  expect(at('open', 'create', 'copy')).toBe('copy');
});
