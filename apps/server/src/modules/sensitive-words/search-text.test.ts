import { messageLimit } from '@parley/contract/values';
import { describe, expect, it } from 'vitest';
import { compileRules, type StoredWordRule } from './compiled-rules.ts';
import { actionFor, createExcerpts, searchText } from './search-text.ts';

const rule = (given: Partial<StoredWordRule> = {}): StoredWordRule => ({
  id: 'r',
  title: 'Rule',
  words: [],
  links: false,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: [],
  sender: 'both',
  action: 'block',
  subAccountIds: null,
  ...given,
});
const message = { subAccountId: 's', sender: 'agent' as const };
const textsOf = (given: Partial<StoredWordRule>, text: string) =>
  searchText(compileRules([rule(given)]), text, message).flatMap(({ finds }) =>
    finds.map((find) => find.text),
  );

describe('words', () => {
  it.each([
    ['PayPal', 'send it by ＰａｙＰａｌ', ['paypal']],
    ['pay*', 'your payments, paid, pay Payments payer', ['payments', 'pay', 'payer']],
    ['加微信', '请加微信聊', ['加微信']],
    ['pay', 'pa\u200by me', ['pay']],
    ['pay', 'p a y or p.a.y', []],
    ['pay', 'payment', []],
    ['paypal', 'by рaypal, РАYPАL or ραypal', ['paypal']],
    ['сбербанк', 'в Cбербанк', ['сбербанк']],
    ['paypal', '🅿🅰🆈🅿🅰🅻 or ᴘᴀʏᴘᴀʟ', ['paypal']],
    ['paypal', 'p\u0336a\u0336y\u0336p\u0001al', ['paypal']],
    ['cop', 'сор в тексте', []],
    ['pay', `${'\uFDFA'.repeat(9_000)} pay`, ['pay']],
    ['pay', `${'㌖'.repeat(9_990)} pay`, ['pay']],
  ])('finds %j in %j', (word, text, found) => {
    expect(textsOf({ words: [word] }, text)).toEqual(found);
  });

  it('skips words that are part of an exception, and finds them elsewhere', () => {
    const given = { words: ['cash'], exceptions: ['cash on delivery'] };
    expect(textsOf(given, 'Cash on delivery is fine')).toEqual([]);
    expect(textsOf(given, 'Cash on delivery or cash')).toEqual(['cash']);
  });
});

describe('exceptions', () => {
  it.each([
    ['example.com', 'see https://shop.example.com/a', []],
    ['https://www.example.com/', 'see example.com', []],
    ['example.com', 'see badexample.com', ['badexample.com']],
    ['t.me/our_shop', 't.me/our_shop?start=1', []],
    ['t.me/our_shop', 't.me/our_shop2', ['t.me/our_shop2']],
    ['+86 138 1234 5678', '13812345678 or 13912345678', ['13912345678']],
    ['4420', '+44 20 7946 0958', ['+44 20 7946 0958']],
    ['müller.de', 'https://www.müller.de:443/a', []],
    ['例え.jp', 'https://xn--r8jz45g.jp/', []],
    ['example.com', 'https://shop.io\\@example.com', ['https://shop.io\\@example.com']],
    ['example.com', 'https://example.com@shop.io', ['https://example.com@shop.io']],
    ['example.com/help', 'https://www.example.com:443/help?a=1', []],
    ['example.com/help', 'https://example.com/help/%2E./shop', ['https://example.com/help/%2E./shop']],
    ['＋４４ 20 7946 0958', '+442079460958', []],
    ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', []],
  ])('excepts %j in %j', (exception, text, found) => {
    const all = { links: true, walletAddresses: true, phoneNumbers: true };
    expect(textsOf({ ...all, exceptions: [exception] }, text)).toEqual(found);
  });
});

it.each([
  ['+٩٦٦ ٥٠١٢٣٤٥٦٧', '+966 501234567'],
  ['+९१९८१२३४५६७८', '+919812345678'],
  ['➕1️⃣4️⃣1️⃣5️⃣5️⃣5️⃣5️⃣2️⃣6️⃣7️⃣1️⃣', '+14155552671'],
])('finds the phone number in %j, in the digits of all scripts', (text, number) => {
  expect(textsOf({ phoneNumbers: true }, text)).toEqual([number]);
});

describe('a rule', () => {
  it.each([
    [{}, 1],
    [{ sender: 'agent' as const }, 1],
    [{ sender: 'customer' as const }, 0],
    [{ subAccountIds: ['s'] }, 1],
    [{ subAccountIds: ['other'] }, 0],
  ])('applies by sender and sub-account: %j', (given, rules) => {
    const compiled = compileRules([rule({ words: ['pay'], ...given })]);
    expect(searchText(compiled, 'pay', message)).toHaveLength(rules);
  });

  it('searches only for its enabled types, and returns each find once', () => {
    const text = 'a.com a.com +8613812345678';
    expect(textsOf({ links: true }, text)).toEqual(['a.com']);
    expect(textsOf({ phoneNumbers: true }, text)).toEqual(['+8613812345678']);
    expect(textsOf({ walletAddresses: true }, text)).toEqual([]);
  });

  it('never blocks a customer', () => {
    expect(actionFor('block', 'customer')).toBe('alert');
    expect(actionFor('block', 'agent')).toBe('block');
    expect(actionFor('log', 'customer')).toBe('log');
  });
});

it('cuts an excerpt around the first find', () => {
  const finds = [{ kind: 'word' as const, text: 'pay' }];
  const excerpt = createExcerpts(`${'😀'.repeat(500)} Pay ${'b'.repeat(500)}`)(finds);
  expect([...excerpt]).toHaveLength(200);
  expect(excerpt).toContain(' Pay ');
  expect(createExcerpts('short')(finds)).toBe('short');
  const disguised = `${'a'.repeat(500)} ＰаＹ ${'b'.repeat(500)}`;
  expect(createExcerpts(disguised)(finds)).toContain(' ＰаＹ ');
});

it('takes little time to cut excerpts of a disguised text for 200 rules', () => {
  const text = '🅰ｂа'.repeat(messageLimit / 3);
  const began = process.threadCpuUsage();
  const cut = createExcerpts(text);
  for (let at = 0; at < 200; at += 1) cut([{ kind: 'word', text: `none${at}` }]);
  const { user, system } = process.threadCpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(100);
});

it('takes little time with 200 rules of many words and exceptions', () => {
  const text = 'ab c.com +1 0x '.repeat(messageLimit).slice(0, messageLimit);
  const rules = Array.from({ length: 200 }, (_, at) =>
    rule({
      id: `${at}`,
      words: Array.from({ length: 250 }, (_one, n) => `w${at}x${n}`).concat('ab'),
      exceptions: Array.from({ length: 200 }, (_one, n) => `e${at}x${n}`),
      links: true,
      walletAddresses: true,
      phoneNumbers: true,
    }),
  );
  const compiled = compileRules(rules);
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    searchText(compiled, text, message);
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});
