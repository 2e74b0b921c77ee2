import { platformId, platformIds, platforms } from '@parley/contract/catalogues';
import { describe, expect, it } from 'vitest';
import { createConnectors } from './index.ts';

const none = async () => undefined;
const connectors = createConnectors({ webchat: { deliver: none, typing: none, read: none } });

describe('the registry', () => {
  it('returns each connector by its platform, which is in the catalogue', () => {
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

  it.each(connectors.all().map(({ manifest }) => manifest))(
    'agrees with the catalogue that only a platform which is Parley itself has own pages and unnamed visitors: $platform',
    ({ platform, transports }) => {
      const isOwn = transports.includes('own');
      expect(platforms[platformId.parse(platform)]).toMatchObject({ ownPages: isOwn, anonymousPeers: isOwn });
    },
  );

  it('has a connector for each platform with its own pages or unnamed visitors', () => {
    const own = platformIds.filter((id) => platforms[id].ownPages || platforms[id].anonymousPeers);
    expect(own.filter((id) => connectors.get(id) === undefined)).toEqual([]);
    expect(own).not.toEqual([]);
  });
});
