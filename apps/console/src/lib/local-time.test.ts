import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.ts';

it('formats a moment in the browser’s time zone, and parses it back to the minute', () => {
  const at = new Date(2026, 2, 1, 9, 5, 42).getTime();
  expect(toLocalInput(at)).toBe('2026-03-01T09:05');
  expect(fromLocalInput('2026-03-01T09:05')).toBe(at - 42_000);
});

it.each([undefined, '', 'tomorrow'])('reads %j as no moment', (text) => {
  expect(fromLocalInput(text)).toBeNull();
});
