import {
  codePoints as contractCodePoints,
  messageLimit as contractLimit,
  id,
  messageText,
} from '@parley/contract/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../fixtures/memory-storage.ts';
import { contrast, parseColor, type Rgb, readableOn, textOn } from './color.ts';
import { splitLinks } from './links.ts';
import { createStore } from './store.ts';
import { cleanText, codePoints, messageLimit } from './text.ts';
import { uuidv7 } from './uuid.ts';
import { chooseLanguage, lines, names } from './words.ts';

describe('colors', () => {
  const channel = fc.nat(255);
  const color = fc.tuple(channel, channel, channel);
  test('text on any color, and any color as ink, reach a contrast of 4.5', () => {
    fc.assert(
      fc.property(color, fc.constantFrom<Rgb>([245, 246, 248], [39, 42, 50]), (brand, ground) => {
        expect(contrast(brand, textOn(brand))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(readableOn(brand, ground), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
  test('accepts only a plain hexadecimal color', () => {
    expect(parseColor('#Ff8000')).toEqual([255, 128, 0]);
    for (const bad of [null, '', 'red', '#fff', 'url(https://x)', '#12345g', '#ff8000;x:y']) {
      expect(parseColor(bad)).toEqual([0x16, 0x5d, 0xff]);
    }
  });
});

describe('links', () => {
  const links = (text: string) => splitLinks(text).flatMap((piece) => piece.href ?? []);
  test.each([
    ['see https://example.com/a?b=c.', ['https://example.com/a?b=c']],
    ['(https://en.example.org/wiki/A_(b))', ['https://en.example.org/wiki/A_(b)']],
    [
      '请看https://example.com/路径。谢谢',
      ['https://example.com/%E8%B7%AF%E5%BE%84%E3%80%82%E8%B0%A2%E8%B0%A2'],
    ],
    ['HTTP://EXAMPLE.COM', ['http://example.com/']],
    ['javascript:alert(1) data:text/html,x file:///etc/passwd', []],
    ['https://bank.example@evil.example/', []],
    ['https://exa\u202Emple.com', ['https://exa/']],
    ['<https://example.com>"', ['https://example.com/']],
    ['https://', []],
    ['https://example.com/a_(b).)', ['https://example.com/a_(b)']],
    ['https://example.com/)))', ['https://example.com/']],
  ])('%s', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });
  test('no link ends in punctuation or in a bracket that it did not open', () => {
    const tail = fc.array(fc.constantFrom('(', ')', '.', 'a', ']', '?'), { maxLength: 40 });
    fc.assert(
      fc.property(tail, (marks) => {
        for (const { text, href } of splitLinks(`https://shop.example/${marks.join('')}`)) {
          if (href === undefined) continue;
          expect(text).not.toMatch(/[.\]?]$/u);
          if (text.endsWith(')')) expect(text.split(')').length).toBeLessThanOrEqual(text.split('(').length);
        }
      }),
    );
  });
  /** With a quadratic cost, a megabyte would take hours. */
  test.each([')', '(', '.', '()', '.)', '(.', '?)]', '中', 'http://', 'http://a)', '@'])(
    'links are found in a megabyte of %j',
    (piece) => {
      const text = `https://a${piece.repeat(1_000_000 / piece.length)}`;
      expect(
        splitLinks(text)
          .map((one) => one.text)
          .join('') === text,
      ).toBe(true);
    },
  );
  test('no character is lost or added, and only the web is linked', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('https://', 'http://a.b', 'javascript:', '@', '(', ')', '. ', '\u202E'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        const cut = splitLinks(text);
        expect(cut.map((piece) => piece.text).join('')).toBe(text);
        for (const { href } of cut) if (href !== undefined) expect(href).toMatch(/^https?:\/\/[^@]*/);
      }),
    );
  });
});

describe('texts', () => {
  test('the limit and the count are the contract’s', () => {
    expect(messageLimit).toBe(contractLimit);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => codePoints(text) === contractCodePoints(text)),
    );
  });
  test('leaves cleaned texts well-formed, so that the contract takes them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = cleanText(String.fromCharCode(...units));
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u);
        expect(cleanText(text)).toBe(text);
        expect(messageText.safeParse(text).success).toBe(text !== '');
      }),
    );
  });
  test('a joined emoji and a right-to-left override go through unharmed', () => {
    expect(cleanText(' 👩‍👩‍👧 \u202Eabc\r\nnext\0 ')).toBe('👩‍👩‍👧 \u202Eabc\nnext');
  });
});

test('ids are UUIDs of version 7 that sort by time', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 41), fc.uint8Array({ minLength: 10, maxLength: 10 }), (now, bytes) => {
      const made = uuidv7(now, bytes);
      expect(id.safeParse(made).success).toBe(true);
      expect(made[14]).toBe('7');
      expect(made < uuidv7(now + 1, bytes)).toBe(true);
    }),
  );
});

describe('words', () => {
  test.each(Object.keys(lines))('%s has every word', (language) => {
    const words = lines[language]?.split('|') ?? [];
    expect(words).toHaveLength(names.length);
    expect(words.filter((word) => word.trim() === '')).toEqual([]);
  });
  test.each([
    [['pt-BR', 'en'], 'pt-BR', 'Enviar', 'ltr'],
    [['xx', 'zh-TW'], 'zh-TW', '发送', 'ltr'],
    [[undefined, 'ar-EG'], 'ar-EG', 'إرسال', 'rtl'],
    [['en', 'de', 'en-GB'], 'en-GB', 'Send', 'ltr'],
    [['en_$', ''], 'en', 'Send', 'ltr'],
    [['constructor', 'tlh'], 'en', 'Send', 'ltr'],
  ])('%j', (preferences, tag, send, dir) => {
    const language = chooseLanguage(preferences);
    expect([language.tag, language.words.send, language.dir]).toEqual([tag, send, dir]);
  });
});

describe('the store', () => {
  const blocked = (): Storage => {
    throw new Error('SecurityError');
  };
  test.each([
    ['storage', createMemoryStorage],
    ['nothing, storage being blocked', () => blocked],
  ])('keeps by key on top of %s', (_, make) => {
    const made = make();
    const store = createStore('p:', typeof made === 'function' ? made : () => made);
    store.set('a', '1');
    store.set('b', '2');
    store.remove('b');
    expect([store.get('a'), store.get('b'), store.keys()]).toEqual(['1', null, ['a']]);
  });
  test('sees no other site’s keys, and keeps in memory what does not fit', () => {
    const storage = createMemoryStorage();
    const other = createStore('other:', () => storage);
    other.set('a', 'theirs');
    const store = createStore('p:', () => storage);
    expect([store.get('a'), store.keys()]).toEqual([null, []]);
    store.set('a', '1');
    Object.setPrototypeOf(storage, { ...Object.getPrototypeOf(storage), setItem: blocked });
    store.set('a', '2');
    expect([store.get('a'), store.keys()]).toEqual(['2', ['a']]);
  });
});
