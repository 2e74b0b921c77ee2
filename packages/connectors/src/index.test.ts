import { platforms } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { createConnectors, readCredentials } from './index.ts';

const none = async () => undefined;
const connectors = createConnectors({ webchat: { deliver: none, typing: none, read: none } });

describe('the registry', () => {
  it('finds each connector by its platform, which the contract knows', () => {
    expect(connectors.all().map(({ manifest }) => manifest.platform)).toEqual([
      'webchat',
      'telegram',
      'xmpp',
    ]);
    for (const connector of connectors.all()) {
      expect(connectors.get(connector.manifest.platform)).toBe(connector);
      expect(Object.keys(platforms)).toContain(connector.manifest.platform);
    }
    expect(connectors.get('pigeon')).toBeUndefined();
  });

  it('reads credentials, and names the fields that are wrong or unknown', () => {
    const telegram = connectors.get('telegram');
    if (!telegram) throw new Error('No Telegram');
    const token = `1:${'a'.repeat(35)}`;
    expect(readCredentials(telegram, { token, apiRoot: '' })).toMatchObject({
      ok: true,
      credentials: { token },
    });
    expect(readCredentials(telegram, { token: 'x', odd: '' })).toEqual({
      ok: false,
      fields: ['token', 'odd'],
    });
    expect(readCredentials(telegram, null)).toEqual({ ok: false, fields: [''] });
  });
});
