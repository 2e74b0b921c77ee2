import { describe, expect, it } from 'vitest';
import { pickCode } from './codes.ts';

describe('codes of LibreTranslate', () => {
  it.each([
    ['es-MX', ['en', 'es'], 'es'],
    ['zh-CN', ['zh-Hans', 'zh-Hant'], 'zh-Hans'],
    ['zh-TW', ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
    ['zh', ['zh-Hans', 'zh-Hant'], 'zh-Hans'],
    ['zh-CN', ['zh', 'zt'], 'zh'],
    ['zh-TW', ['zh', 'zt'], 'zt'],
    ['zh-TW', ['zh'], undefined],
    ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['pt-BR', ['pt', 'pb'], 'pb'],
    ['pt-BR', ['pt'], 'pt'],
    ['pt', ['pt', 'pb'], 'pt'],
    ['no', ['nb'], 'nb'],
    ['fr', ['en', 'es'], undefined],
    ['not a tag', ['en'], undefined],
  ])('picks for %s among %j %s', (tag, codes, expected) => {
    expect(pickCode(tag, codes)).toBe(expected);
  });
});
