import { proxyChanges, proxyForm, tryProxy } from '@parley/contract/proxies';
import { describe, expect, it } from 'vitest';
import { sampleId } from '../../lib/testing/samples.ts';
import {
  blank,
  changesFrom,
  formFrom,
  keepsPassword,
  keptPassword,
  trialFrom,
  valuesOf,
} from './proxy-values.ts';
import { someProxy } from './testing/proxies.ts';

const filled = {
  ...blank,
  name: 'Paris',
  host: 'par.proxy.example',
  port: 1080,
  proxyUserName: 'shop',
  proxyPassword: 'geheim',
};

describe('the proxy form', () => {
  it('sends a valid request', () => {
    expect(proxyForm.safeParse(formFrom(filled)).success).toBe(true);
    expect(tryProxy.body.safeParse(trialFrom(filled, undefined)).success).toBe(true);
  });

  it('drops selected sub-accounts when it applies to all', () => {
    expect(formFrom({ ...filled, range: 'all', subAccountIds: [sampleId(4, 1)] }).subAccountIds).toEqual([]);
    expect(formFrom({ ...filled, range: 'some', subAccountIds: [sampleId(4, 1)] }).subAccountIds).toEqual([
      sampleId(4, 1),
    ]);
  });

  it('omits an empty password from a change and from its test', () => {
    const proxy = someProxy({ version: 7 });
    const changes = changesFrom(valuesOf(proxy), proxy);
    expect(changes).not.toHaveProperty('proxyPassword');
    expect(changes).toMatchObject({ proxyId: proxy.id, version: 7 });
    expect(proxyChanges.safeParse(changes).success).toBe(true);
    expect(trialFrom(valuesOf(proxy), proxy)).toEqual({
      networkProtocol: 'socks5',
      host: 'fra1.proxy.example',
      port: 1080,
      proxyUserName: 'shop',
      proxyId: proxy.id,
    });
    expect(changesFrom({ ...valuesOf(proxy), proxyPassword: 'new' }, proxy).proxyPassword).toBe('new');
  });

  it('keeps the password only for the address it was stored for', () => {
    const proxy = someProxy();
    const kept = valuesOf(proxy);
    expect(keepsPassword({ ...kept, host: ' FRA1.proxy.example', name: 'x' }, proxy)).toBe(true);
    expect(keepsPassword({ ...kept, host: 'other.example' }, proxy)).toBe(false);
    expect(keepsPassword({ ...kept, port: 1081 }, proxy)).toBe(false);
    expect(keepsPassword({ ...kept, networkProtocol: 'http' }, proxy)).toBe(false);
    expect(keepsPassword(kept, undefined)).toBe(false);
    expect(keptPassword.safeParse('').success).toBe(true);
    expect(keptPassword.safeParse('a\u0000').success).toBe(false);
  });
});
