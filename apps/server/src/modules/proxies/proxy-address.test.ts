import { describe, expect, it } from 'vitest';
import { canonicalHost, isSameProxyServer, proxyKey } from './proxy-address.ts';

describe('canonicalHost', () => {
  it.each([
    ['PROXY.example.com', 'proxy.example.com'],
    ['[2001:DB8:0::7]', '2001:db8::7'],
    ['2001:db8:0:0:0:0:0:7', '2001:db8::7'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('writes %s as %s', (host, canonical) => {
    expect(canonicalHost(host)).toBe(canonical);
  });

  it.each(['', '::::', '1.2.3.4.5', '256.1.1.1', 'a..b', '[::g]', 'a b'])('refuses “%s”', (host) => {
    expect(canonicalHost(host)).toBeNull();
  });
});

const proxy = { networkProtocol: 'http', host: 'h.example.com', port: 80, proxyUserName: 'marta' };

it.each([
  ['another user', { proxyUserName: 'luis' }, true],
  ['another protocol', { networkProtocol: 'https' }, false],
  ['another host', { host: 'i.example.com' }, false],
  ['another port', { port: 81 }, false],
])('compares the place of a proxy with %s', (_, over, same) => {
  expect(isSameProxyServer(proxy, { ...proxy, ...over })).toBe(same);
  expect(proxyKey({ ...proxy, ...over })).not.toBe(proxyKey(proxy));
});
