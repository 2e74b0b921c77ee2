import { describe, expect, it } from 'vitest';
import { findsZone, namedZone } from './time-zones.ts';

describe('time zones', () => {
  it('names time zones in the reader’s language, with their offset', () => {
    const at = Date.UTC(2026, 0, 1);
    expect(namedZone('Asia/Shanghai', 'zh-CN', at).label).toMatch(
      // The name depends on the version of the locale data.
      /^Asia\/Shanghai · 中国(标准)?时间 · GMT\+8$/,
    );
    expect(namedZone('Asia/Shanghai', 'en-US', at).label).toMatch(
      /^Asia\/Shanghai · China (Standard )?Time · GMT\+8$/,
    );
  });

  it.each([
    ['Asia/Shanghai', '中国'],
    ['Asia/Shanghai', 'china'],
    ['America/Mexico_City', 'mexico city'],
    ['Europe/Madrid', 'MADRID '],
    ['Asia/Shanghai', 'gmt+8'],
  ])('finds %s by %j', (name, typed) => expect(findsZone(name, typed)).toBe(true));

  it('finds no zone by words of another', () => {
    expect(findsZone('Europe/Madrid', 'china')).toBe(false);
  });
});
