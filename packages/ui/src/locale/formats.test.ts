import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';

const morning = Date.UTC(2026, 2, 1, 1, 30);

describe('formats', () => {
  const chinese = createFormats('zh-CN', 'Asia/Shanghai');
  const english = createFormats('en-US', 'Asia/Shanghai');

  it('shows a time in the given zone and the order of the language', () => {
    expect(chinese.dateTime(morning)).toBe('2026/03/01 09:30');
    expect(english.dateTime(morning)).toBe('03/01/2026, 09:30');
  });

  it('states the exact time with its zone, and a calendar day without any', () => {
    expect(english.exact(morning)).toBe('03/01/2026, 09:30:00 GMT+8');
    expect(english.exactIn(morning, 'UTC')).toBe('03/01/2026, 01:30:00 UTC');
    expect(chinese.date('2026-03-01')).toBe('2026/03/01');
  });

  it('shows midnight as 00, not 24', () => {
    expect(english.clock(Date.UTC(2026, 1, 28, 16, 5))).toBe('00:05');
  });

  it('shows the clock for today and the date for other days', () => {
    expect(english.recent(morning, morning + 3_600_000)).toBe('09:30');
    expect(english.recent(morning, morning + 20 * 3_600_000)).toBe('03/01/2026');
  });

  it('names languages in the interface language', () => {
    expect(chinese.language('es')).toBe('西班牙语');
    expect(english.language('es')).toBe('Spanish');
    expect(english.language('es')).toBe('Spanish');
  });

  it('shows the size of a file, however small', () => {
    expect([39, 1_234, 2_000_000].map(english.bytes)).toEqual(['39 B', '1.2 kB', '2 MB']);
    expect([39, 1_234, 2_000_000].map(chinese.bytes)).toEqual(['39 B', '1.2 kB', '2 MB']);
  });

  it('groups digits', () => {
    expect(english.number(1_234_567)).toBe('1,234,567');
  });
});
