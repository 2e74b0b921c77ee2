import { platforms } from '@parley/contract/catalogues';
import { describe, expect, it } from 'vitest';
import { createConnectors } from './index.ts';

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
});
