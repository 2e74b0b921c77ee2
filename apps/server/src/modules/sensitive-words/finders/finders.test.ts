import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinks } from './links.ts';
import { findPhones } from './phones.ts';
import { findWallets } from './wallets.ts';

describe('findLinks', () => {
  it.each([
    ['see https://Example.com/a?b=c.', ['https://Example.com/a?b=c']],
    ['tg://resolve?domain=x and http://10.0.0.1:80/', ['tg://resolve?domain=x', 'http://10.0.0.1:80/']],
    ['加我 t.me/some_shop 谢谢', ['t.me/some_shop']],
    ['请看www.shop.example，谢谢', ['www.shop.example']],
    ['加我t.me/shop，或者example.com谢谢，或https://a.b/c', ['https://a.b/c', 't.me/shop', 'example.com']],
    ['café.com', ['café.com']],
    ['http://', []],
    ['www.shop.example', ['www.shop.example']],
    ['(example.co.uk)', ['example.co.uk']],
    ['EXAMPLE.COM and shop.io!', ['EXAMPLE.COM', 'shop.io']],
    ['例子.中国', ['例子.中国']],
    ['xn--fsqu00a.xn--fiqs8s', ['xn--fsqu00a.xn--fiqs8s']],
    ['two: a.com,b.com', ['a.com', 'b.com']],
    ['_a.com_ **b.com** -c.com ...d.com', ['a.com', 'b.com', 'c.com', 'd.com']],
    ['my_shop.com a_b.shop.com', ['my_shop.com', 'a_b.shop.com']],
    ['shop.com- and shop.com-Konto', ['shop.com', 'shop.com']],
    ['Shop.Com, shop.Com', ['Shop.Com', 'shop.Com']],
    ['It is done.So/order', ['done.So/order']],
    [`${'aa.'.repeat(20)}shop.com`, [`${'aa.'.repeat(20)}shop.com`]],
    ['打开shop。com。cn吧', ['shop.com.cn']],
    ['हिन्दी.com उदाहरण.भारत ดี.com', ['हिन्दी.com', 'उदाहरण.भारत', 'ดี.com']],
    ['müller.de, Сайтshop.com', ['müller.de', 'shop.com']],
    ['http:\\\\shop.com\\a', ['shop.com\\a']],
    ['163.com 360.cn', ['163.com', '360.cn']],
  ])('finds the links in %j', (text, links) => {
    expect(findLinks(text).map((link) => link.text)).toEqual(links);
  });

  it.each([
    'ana@example.com',
    'john.de.smith@example.com',
    'jean.me-dupont@example.com',
    'ana@mail.shop-one.example.com',
    'ana@xn--80ak6aa92e.com',
    '@anna.li',
    'at 10.am or 5.pm, 1.5.kg, $9.99.is',
    '下载App。app很好',
    '好的。ok',
    'It is done.So we wait',
    'version 1.2.3',
    '12.50 or 3.14',
    'and so on...then',
    'example dot com',
    'i.e. this, e.g. that',
    'U.S.A.',
    'co.uk',
    'main.rsx',
  ])('finds none in %j', (text) => {
    expect(findLinks(text)).toEqual([]);
  });

  it('returns the host as browsers parse it', () => {
    expect(findLinks('HTTPS://me@Shop.Example.com:8080/x').map(({ host }) => host)).toEqual([
      'shop.example.com',
    ]);
    expect(findLinks('Shop.Example.COM/x').map(({ host }) => host)).toEqual(['shop.example.com']);
    expect(findLinks('https://例子.中国').map(({ host }) => host)).toEqual(['xn--fsqu00a.xn--fiqs8s']);
    expect(findLinks('https://shop.example\\@example.com').map(({ host }) => host)).toEqual(['shop.example']);
  });
});

describe('findWallets', () => {
  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ])('finds %j', (address) => {
    expect(findWallets(`pay to:${address}.`)).toEqual([address]);
    expect(findWallets(`转到${address}谢谢`)).toEqual([address]);
  });

  it.each([
    // A changed letter, or an address joined to other text.
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdQ',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    'x1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0',
    '12345678901234567890123456789012',
    // The checksum of version 0 on a later version.
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  ])('finds none in %j', (text) => {
    expect(findWallets(text)).toEqual([]);
  });
});

describe('findPhones', () => {
  it.each([
    ['call +44 20 7946 0958 now', ['+44 20 7946 0958']],
    ['+1 (415) 555-2671', ['+1 (415) 555-2671']],
    ['WhatsApp:+8613812345678', ['+8613812345678']],
    ['0044 20 7946 0958', ['0044 20 7946 0958']],
    ['微信13812345678', ['13812345678']],
    ['138 1234 5678 or 139-1234-5678', ['138 1234 5678', '139-1234-5678']],
    ['++442079460958', ['++442079460958']],
    ['+44_20_7946_0958', ['+44_20_7946_0958']],
    ['Tel.13812345678', ['13812345678']],
    ['138.1234.5678', ['138.1234.5678']],
    ['1) 0044 20 7946 0958', ['0044 20 7946 0958']],
  ])('finds the numbers in %j', (text, numbers) => {
    expect(findPhones(text)).toEqual(numbers);
  });

  it.each([
    'order 4155552671',
    '+1 234',
    '+12345678901234567',
    '12812345678',
    '138123456789',
    '0.13812345678',
    '2026-11-26 08:36:08',
    '1,380,123,456',
    'at 15:00 12/11/2024',
    '10:00 - 12.11.2024 10:30',
    '$100.00 - 150.00 - 200.00',
    'UTC+8 2024-11-12',
    '1Z0012345678901',
    'RB0012345678CN, RB001234567890CN',
    '#001234567890',
    '0.0012345678901',
    'order 0012345678',
    '138.12345678',
  ])('finds none in %j', (text) => {
    expect(findPhones(text)).toEqual([]);
  });
});

const length = 10_000;
const finders = { links: findLinks, wallets: findWallets, phones: findPhones };

describe.each(Object.entries(finders))('the search for %s', (_, find) => {
  it.each([
    'a',
    'a.',
    'a-',
    '1',
    '+',
    '+1 ',
    '1 ',
    '00',
    '0x',
    'T',
    'bc1',
    'http://',
    'http:',
    'www.',
    '@',
    'a@',
    '.',
    '-',
    ' ',
    '(',
    '+(',
    'a1.',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ',
    '中',
    '中.',
    'é.',
    '_',
    '--',
    'a-.',
    'a__b.',
    'a----b.',
    'aa.aa.aa@',
    '。',
    '中。',
    '\\\\',
  ])('takes little time for a text made only of %j', (piece) => {
    expect(bestOf(() => find(piece.repeat(Math.ceil(length / piece.length)).slice(0, length)))).toBeLessThan(
      50,
    );
  });

  it('takes little time for texts made of such pieces', () => {
    const piece = fc.constantFrom(
      'a',
      'A',
      '1',
      '0',
      '+',
      '.',
      '-',
      ' ',
      '@',
      '/',
      ':',
      'x',
      'T',
      'bc1',
      'www.',
      '中',
      '_',
      '。',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const text = pieces.join('').repeat(length).slice(0, length);
        expect(bestOf(() => find(text))).toBeLessThan(20);
      }),
    );
  });
});

/** Returns the CPU time of the fastest of a few runs, in ms, because the machine has other load. */
function bestOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
