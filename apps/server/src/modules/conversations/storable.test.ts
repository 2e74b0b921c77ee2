import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storableId, storableStart, storableTime } from './storable.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 700 });

it('leaves no half character when a text is cut', () => {
  expect(storableStart('ab😀', 3)).toBe('ab\uFFFD');
  fc.assert(
    fc.property(anyText, fc.nat(300), (text, units) => {
      const cut = storableStart(text, units);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut).not.toContain('\0');
      expect(cut.length).toBeLessThanOrEqual(units);
    }),
  );
});

it('keeps ids that fit, and replaces longer ones by a digest', () => {
  expect(storableId('stanza 17')).toBe('stanza 17');
  const long = 'x'.repeat(10_000);
  expect(storableId(long)).toHaveLength(50);
  expect(storableId(long)).toBe(storableId(long));
  expect(storableId(`${long}y`)).not.toBe(storableId(long));
  fc.assert(fc.property(anyText, (id) => Buffer.byteLength(storableId(id)) <= 2_000));
});

it('replaces times that no message can have been sent at', () => {
  const now = Date.UTC(2026, 0, 2);
  expect(storableTime(now - 5, now)).toBe(now - 5);
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -1, 8.64e15, now + 2 * 86_400_000]) {
    expect(storableTime(odd, now)).toBe(now);
  }
});
