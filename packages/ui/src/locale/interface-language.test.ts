import { describe, expect, it } from 'vitest';
import { readTheme, writeTheme } from '../theme/stored-theme.ts';
import { readLanguage, writeLanguage } from './interface-language.ts';

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}
const refusing = {
  getItem: (): string | null => {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
};

describe('the kept language', () => {
  it('Chinese is the kept language until one is chosen', () => {
    expect(readLanguage(memory())).toBe('zh-CN');
    expect(readLanguage(memory({ 'arco-locale': 'tlh' }))).toBe('zh-CN');
  });

  it('reads the language back under the key of the specification', () => {
    const storage = memory();
    writeLanguage(storage, 'en-US');
    expect(storage.map.get('arco-locale')).toBe('en-US');
    expect(readLanguage(storage)).toBe('en-US');
  });

  it('falls back when the browser keeps nothing', () => {
    expect(readLanguage(refusing)).toBe('zh-CN');
    expect(() => writeLanguage(refusing, 'en-US')).not.toThrow();
  });
});

describe('the kept theme', () => {
  it('light is the kept theme until one is chosen', () => {
    expect(readTheme(memory())).toBe('light');
    expect(readTheme(refusing)).toBe('light');
  });

  it('keeps the theme under both keys of the specification', () => {
    const storage = memory();
    writeTheme(storage, 'dark');
    expect(Object.fromEntries(storage.map)).toEqual({ theme: 'dark', isDark: 'true' });
    expect(readTheme(storage)).toBe('dark');
  });

  it('takes isDark where theme is absent', () => {
    expect(readTheme(memory({ isDark: 'true' }))).toBe('dark');
    expect(readTheme(memory({ isDark: 'true', theme: 'light' }))).toBe('light');
  });
});
