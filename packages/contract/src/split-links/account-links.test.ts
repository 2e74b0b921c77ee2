import { describe, expect, it } from 'vitest';
import { accountLinkLimits, isAccountLink, isWebLink, readAccountLinks } from './account-links.ts';

describe('an account link', () => {
  it.each([
    ['whatsapp', 'https://wa.me/15551234567'],
    ['whatsapp', 'https://api.whatsapp.com/send?phone=15551234567'],
    ['whatsapp', 'whatsapp://send?phone=15551234567'],
    ['telegram', 'https://t.me/shop_bot?start=abc'],
    ['telegram', 'tg://resolve?domain=shop_bot'],
    ['line', 'https://line.me/R/ti/p/@shop'],
    ['messenger', 'http://m.me/shop'],
    ['xmpp', 'xmpp:shop@example.org?message'],
    ['email', 'mailto:shop@example.org'],
    ['webchat', 'https://shop.example/contact'],
    ['rocketchat', 'https://chat.example/livechat'],
  ] as const)('takes for %s %s', (platform, link) => {
    expect(isAccountLink(platform, link)).toBe(true);
  });

  it.each([
    ['whatsapp', 'wa.me/15551234567', 'an incomplete one'],
    ['whatsapp', 'https://wa.me/', 'one without an account'],
    ['whatsapp', 'https://wa.me.evil.example/15551234567', 'another host'],
    ['whatsapp', 'https://wa.me@evil.example/1', 'a host behind a login'],
    ['telegram', 'https://wa.me/15551234567', 'another platform'],
    ['telegram', 'tg:', 'a scheme alone'],
    ['webchat', 'javascript:alert(1)', 'a script'],
    ['webchat', 'data:text/html,<p>', 'a page in an address'],
    ['webchat', 'ftp://shop.example/', 'another protocol'],
    ['webchat', 'https:\\\\shop.example', 'backslashes'],
    ['webchat', 'https://shop.example/\u202Egpj', 'a mark of direction'],
    ['xmpp', 'https://example.org', 'a web address'],
  ] as const)('refuses for %s %s: %s', (platform, link, _why) => {
    expect(isAccountLink(platform, link)).toBe(false);
  });

  it('has a maximum length', () => {
    const start = 'https://wa.me/';
    expect(isAccountLink('whatsapp', start.padEnd(accountLinkLimits.length, '1'))).toBe(true);
    expect(isAccountLink('whatsapp', start.padEnd(accountLinkLimits.length + 1, '1'))).toBe(false);
  });
});

describe('links in a text', () => {
  it('reads links separated by line breaks or spaces, each once', () => {
    const text = ' https://wa.me/1\n\nhttps://wa.me/2  wa.me/3\r\nhttps://wa.me/1 ';
    expect(readAccountLinks('whatsapp', text)).toEqual([
      { text: 'https://wa.me/1', isValid: true, line: 1 },
      { text: 'https://wa.me/2', isValid: true, line: 3 },
      { text: 'wa.me/3', isValid: false, line: 3 },
    ]);
  });

  it('reads the links of a quoted spreadsheet cell', () => {
    const text = '"https://t.me/ana\nhttps://t.me/ben"\n"https://t.me/ana"\n""';
    expect(readAccountLinks('telegram', text)).toEqual([
      { text: 'https://t.me/ana', isValid: true, line: 1 },
      { text: 'https://t.me/ben', isValid: true, line: 2 },
    ]);
  });

  it('reads no links from spaces', () => expect(readAccountLinks('line', ' \n')).toEqual([]));
});

it('accepts only http and https as web addresses', () => {
  expect(['https://shop.example', 'tg://x', 'javascript:1', ''].map(isWebLink)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
