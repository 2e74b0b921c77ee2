import { describe, expect, it } from 'vitest';
import {
  carriesToken,
  isReferenceAlone,
  linkWithToken,
  tokenInReferral,
  tokensInText,
  withoutTokens,
} from './visit-tokens.ts';

const token = 'abcd2345wxyz';
const carried = { token, greeting: 'Hello!' };
const text = (words: string) => encodeURIComponent(`${words} (ref: ${token})`);

describe('an account link', () => {
  it.each([
    ['whatsapp', 'https://wa.me/15551234567', `https://wa.me/15551234567?text=${text('Hello!')}`],
    [
      'whatsapp',
      'https://api.whatsapp.com/send?phone=1555&text=Do+you+ship%3F',
      `https://api.whatsapp.com/send?phone=1555&text=${text('Do you ship?')}`,
    ],
    ['whatsapp', 'whatsapp://send?phone=1555', `whatsapp://send?phone=1555&text=${text('Hello!')}`],
    ['telegram', 'https://t.me/shop_bot', `https://t.me/shop_bot?start=${token}`],
    ['telegram', 'https://t.me/ShopBot?start=promo', `https://t.me/ShopBot?start=promo-${token}`],
    ['telegram', 'tg://resolve?domain=shop_bot', `tg://resolve?domain=shop_bot&start=${token}`],
    ['telegram', 'https://t.me/shop_ana?text=Hi', `https://t.me/shop_ana?text=${text('Hi')}`],
    ['messenger', 'https://m.me/shop?ref=ad-7', `https://m.me/shop?ref=ad-7-${token}`],
    ['instagram', 'https://ig.me/m/shop', `https://ig.me/m/shop?ref=${token}`],
    ['line', 'https://line.me/R/oaMessage/%40shop', `https://line.me/R/oaMessage/%40shop?${text('Hello!')}`],
    [
      'line',
      'https://line.me/R/oaMessage/%40shop/?Hi%20there',
      `https://line.me/R/oaMessage/%40shop/?${text('Hi there')}`,
    ],
    ['viber', 'viber://pa?chatURI=shop', `viber://pa?chatURI=shop&text=${text('Hello!')}`],
    ['xmpp', 'xmpp:shop@example.org', `xmpp:shop@example.org?message;body=${text('Hello!')}`],
    [
      'xmpp',
      'xmpp:shop@example.org?message;subject=Ad;body=Hi',
      `xmpp:shop@example.org?message;subject=Ad;body=${text('Hi')}`,
    ],
    [
      'email',
      'mailto:shop@example.org?subject=Ad',
      `mailto:shop@example.org?subject=Ad&body=${text('Hello!')}`,
    ],
    ['sms', 'sms:+15551234567', `sms:+15551234567?body=${text('Hello!')}`],
    ['webchat', 'https://shop.example/a?b=1#c', `https://shop.example/a?b=1&parley_visit=${token}#c`],
  ] as const)('carries the token of a visit: %s %s', (platform, link, expected) => {
    const carrying = linkWithToken(platform, link, carried) ?? '';
    // Two encodings of a character are the same address.
    expect(carrying.replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%21', '!')).toBe(expected);
  });

  it.each([
    ['whatsapp', 'https://wa.me/message/ABCDEF', 'a short link with a text of the business’s'],
    ['whatsapp', 'https://chat.whatsapp.com/AbC', 'a group'],
    ['telegram', 'https://t.me/+AbCdEf', 'an invitation'],
    ['telegram', 'https://t.me/shop_bot?startapp=x', 'an app'],
    ['telegram', `https://t.me/shop_bot?start=${'x'.repeat(60)}`, 'no room'],
    ['line', 'https://line.me/R/ti/p/@shop', 'a profile'],
    ['line', 'https://line.me/R/oaMessage/shop?%E0%A4%A', 'an escape that stands for nothing'],
    ['messenger', 'https://www.messenger.com/t/shop', 'another form of link'],
    ['discord', 'https://discord.gg/abc', 'a platform without a place'],
    ['xmpp', 'xmpp:room@example.org?join', 'a room'],
  ] as const)('has no place for one: %s %s, %s', (platform, link, _why) => {
    expect(carriesToken(platform, link)).toBe(false);
  });
});

describe('a visit token', () => {
  it.each([
    [`Do you ship? (ref: ${token})`, 'Do you ship?'],
    [`Hello! (Ref:${token.toUpperCase()}) Blue please`, 'Hello! Blue please'],
    [`(ref: ${token}) Hello! (ref: ${token})`, 'Hello!'],
    [`(ref: ${token})`, ''],
  ])('reads and removes a token in «%s»', (written, rest) => {
    expect(tokensInText(written)).toEqual([token]);
    expect(withoutTokens(written, new Set([token]))).toBe(rest);
  });

  it.each(['Hello', '(ref: 12345)', '(ref: abcd2345wxy1)', token])('finds no token in «%s»', (written) => {
    expect(tokensInText(written)).toEqual([]);
  });

  it('removes a visit’s token from a text, and keeps others', () => {
    const other = 'zyxw2345dcba';
    const written = `Hi (ref: ${token}) and (ref: ${other})`;
    expect(tokensInText(written)).toEqual([token, other]);
    expect(withoutTokens(written, new Set([other]))).toBe(`Hi (ref: ${token}) and`);
  });

  it('recognizes a text of references alone, and one with other words', () => {
    expect([`(ref: ${token})`, ` (ref: ${token}) (ref: ${token})`].map(isReferenceAlone)).toEqual([
      true,
      true,
    ]);
    expect(['', 'Hi', `Hi (ref: ${token})`].map(isReferenceAlone)).toEqual([false, false, false]);
  });

  it.each([
    ['spaces', ' '.repeat(1_000_000)],
    ['references', `(ref: ${token}) `.repeat(50_000)],
    ['beginnings of references', '(ref: '.repeat(150_000)],
  ])('searches a text of many %s in linear time', (_what, written) => {
    const began = performance.now();
    const tokens = tokensInText(`Hi${written}!`);
    withoutTokens(`Hi${written}!`, new Set(tokens));
    // In milliseconds; a quadratic search takes minutes.
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('reads the token at the end of a parameter', () => {
    expect(tokenInReferral(token)).toEqual({ token, rest: '' });
    expect(tokenInReferral(`promo-${token}`)).toEqual({ token, rest: 'promo' });
    expect(tokenInReferral('summer')).toBeNull();
    expect(tokenInReferral(`${token}x`)).toBeNull();
  });
});
