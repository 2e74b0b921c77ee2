import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountForm } from './account-forms.ts';

const keyOf = (text: string) => accountForm(text)?.key ?? null;

describe.each([
  [
    'name:parley_help',
    null,
    [
      'parley_help',
      '@parley_help',
      ' @Parley_Help ',
      '＠ｐａｒｌｅｙ＿ｈｅｌｐ',
      '@@PARLEY_HELP',
      '\u200b@parley_help\u202c',
    ],
  ],
  [
    'name:parley_help',
    'telegram',
    [
      't.me/parley_help',
      'T.ME/Parley_Help/',
      'https://t.me/parley_help',
      'http://www.t.me/parley_help?start=abc#x',
      'https://telegram.me/parley_help/12',
      'telegram.dog/parley_help',
      'https://t.me/s/parley_help',
      'parley_help.t.me',
      'tg://resolve?domain=parley_help&start=x',
    ],
  ],
  [
    'phone:85255550100',
    null,
    [
      '+852 5555 0100',
      '852-5555-0100',
      '00852 5555 0100',
      '(852) 5555.0100',
      '85255550100',
      '＋８５２５５５５０１００',
    ],
  ],
  [
    'phone:85255550100',
    'whatsapp',
    [
      'wa.me/85255550100',
      'https://wa.me/+85255550100?text=hi',
      'https://api.whatsapp.com/send?phone=85255550100&text=hi',
      'https://web.whatsapp.com/send?phone=%2B85255550100',
      'whatsapp://send?phone=85255550100',
    ],
  ],
  ['phone:85255550100', 'telegram', ['t.me/+85255550100', 'tg://resolve?phone=85255550100']],
  [
    'name:parley',
    'line',
    ['https://line.me/ti/p/~parley', 'https://line.me/R/ti/p/%40parley', 'line.me/R/ti/p/@Parley'],
  ],
  [
    'mail:help@example.com',
    'email',
    ['Help@Example.com', 'mailto:help@example.com?subject=x', 'help＠example.com'],
  ],
  [
    'url:chat.example.com/room',
    null,
    ['https://chat.example.com/room/', 'CHAT.example.com/room', 'http://www.chat.example.com/room'],
  ],
])('%s on %s', (key, kind, texts) => {
  it.each(texts)('reads the same account in "%s"', (text) => {
    expect(accountForm(text)).toEqual({ kind, key });
  });
});

describe('two forms', () => {
  it.each([
    ['a letter of another script', 'parley', 'pаrley'],
    ['a name with another ending', 'parley_help', 'parley_help1'],
    ['a name with a separator', 'parley_help', 'parleyhelp'],
    ['a number with and without its country', '+852 5555 0100', '5555 0100'],
    ['an invitation and a name', 't.me/+AbCdEfGh', 't.me/AbCdEfGh'],
    ['invitations that differ in case', 't.me/+AbCdEfGh', 't.me/+abcdefgh'],
    ['pages of one website', 'https://chat.example.com/a', 'https://chat.example.com/b'],
    ['pages that differ in case', 'https://chat.example.com/A', 'https://chat.example.com/a'],
    ['a website and one that only ends like it', 'https://example.com', 'https://evil-example.com'],
    [
      'a website and one whose account part looks like it',
      'https://example.com',
      'https://example.com@evil.com',
    ],
    ['ports of one host', 'https://example.com:8443/', 'https://example.com/'],
    ['mail addresses at other hosts', 'help@example.com', 'help@example.co'],
    ['a link to another host that holds the name', 't.me/parley', 'evil.com/t.me/parley'],
    ['a host that only begins like the app’s', 't.me/parley', 't.me.evil.com/parley'],
  ])('distinguishes %s', (_, one, other) => {
    expect(keyOf(one)).not.toBeNull();
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

it.each(['', ' ', '\u200b', '@', '@@', 'mailto:'])('recognizes no account in "%s"', (text) => {
  expect(accountForm(text)).toBeNull();
});

it('accepts any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(accountForm(text)?.key ?? 'name:x').toMatch(/^(name|phone|mail|url):./s);
    }),
  );
});

it('reads every name the same in any spelling', () => {
  const name = fc.stringMatching(/^[a-z]\w{4,20}$/);
  fc.assert(
    fc.property(name, (bare) => {
      const key = `name:${bare.toLowerCase()}`;
      for (const text of [bare, `@${bare.toUpperCase()} `, `\u2068${bare}\u2069`, `https://t.me/${bare}`]) {
        expect(keyOf(text), text).toBe(key);
      }
    }),
  );
});
