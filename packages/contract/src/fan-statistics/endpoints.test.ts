import { expect, it } from 'vitest';
import { fanFilterLimit } from '../fans/endpoints.ts';
import { figureFilterLimit } from './endpoints.ts';

it('lets the figures take as many filter values as the fan list above which they are shown', () => {
  expect(figureFilterLimit).toBe(fanFilterLimit);
});
