import { describe, expect, it } from 'vitest';
import { isDeviceOf, isHumanVisit, userAgentOf } from './counted-visit.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const asked = (headers: Record<string, string>, method = 'GET') => ({
  method,
  headers: { 'user-agent': desktop, ...headers },
});

describe('a visit', () => {
  it.each([
    ['a browser', {}],
    ['a telephone', { 'user-agent': iphone }],
    ['a browser inside an app', { 'user-agent': `${iphone} Instagram 400.0` }],
  ])('counts the visit of %s', (_who, headers) => {
    expect(isHumanVisit(asked(headers))).toBe(true);
  });

  it.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of Safari', { 'x-purpose': 'preview' }],
    ['a prefetch of Firefox', { 'x-moz': 'prefetch' }],
    ['WhatsApp’s preview', { 'user-agent': 'WhatsApp/2.25.1 A' }],
    ['Telegram’s preview', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    [
      'Facebook’s preview',
      { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    ],
    [
      'a search robot',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['something without a name', { 'user-agent': '' }],
  ])('leaves out %s', (_who, headers) => {
    expect(isHumanVisit(asked(headers))).toBe(false);
  });

  it('leaves out a HEAD request', () => expect(isHumanVisit(asked({}, 'HEAD'))).toBe(false));
});

describe('a device', () => {
  it.each([
    ['mobile', iphone, {}, true],
    ['mobile', desktop, {}, false],
    ['mobile', desktop, { 'sec-ch-ua-mobile': '?1' }, true],
    ['desktop', desktop, { 'sec-ch-ua-mobile': '?0' }, true],
    ['desktop', iphone, {}, false],
    ['any', '', {}, true],
  ] as const)('distinguishes devices for a link for %s: %s with %j', (device, agent, hints, expected) => {
    expect(isDeviceOf(device, asked({ 'user-agent': agent, ...hints }))).toBe(expected);
  });
});

it('stores names that the database accepts', () => {
  const name = userAgentOf(asked({ 'user-agent': `a\u0000b\uD800${'🙂'.repeat(400)}` }));
  expect(name.startsWith('a b\uFFFD🙂')).toBe(true);
  expect(name.length).toBe(300);
  expect(name.isWellFormed()).toBe(true);
});
