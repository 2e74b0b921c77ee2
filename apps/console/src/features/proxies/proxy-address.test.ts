import { describe, expect, it } from 'vitest';
import { readProxyAddress, shownAddress } from './proxy-address.ts';

describe('a pasted address', () => {
  it('fills in all parts that it contains', () => {
    expect(readProxyAddress(' socks5://shop:s%40cret@FRA1.proxy.example:1080 # Frankfurt%201 ')).toEqual({
      networkProtocol: 'socks5',
      host: 'fra1.proxy.example',
      port: 1080,
      proxyUserName: 'shop',
      proxyPassword: 's@cret',
      name: 'Frankfurt 1',
    });
  });

  it('leaves out the parts that it lacks', () => {
    expect(readProxyAddress('https://proxy.example:443/')).toEqual({
      networkProtocol: 'https',
      host: 'proxy.example',
      port: 443,
    });
  });

  it('accepts an IPv6 address, and a password that was not percent-encoded', () => {
    expect(readProxyAddress('http://a:b@c:100%@[2001:db8::25]:8080')).toEqual({
      networkProtocol: 'http',
      host: '[2001:db8::25]',
      port: 8080,
      proxyUserName: 'a',
      proxyPassword: 'b@c:100%',
    });
  });

  it.each(['proxy.example', 'ftp://a:b@proxy.example:21', 'http://a:b@proxy.example', 'http://:8080', ''])(
    'a pasted text is no address: %s',
    (text) => expect(readProxyAddress(text)).toBeNull(),
  );
});

it('shows an IPv6 host in brackets, once', () => {
  expect(shownAddress({ host: 'a.example', port: 80 })).toBe('a.example:80');
  expect(shownAddress({ host: '2001:db8::1', port: 80 })).toBe('[2001:db8::1]:80');
  expect(shownAddress({ host: '[2001:db8::1]', port: 80 })).toBe('[2001:db8::1]:80');
});
