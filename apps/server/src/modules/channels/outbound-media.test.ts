import type { Connector } from '@parley/connectors';
import { expect, it } from 'vitest';
import { trustWorkspaceId } from '../../base/ids.ts';
import { createFileAddresses } from '../files/index.ts';
import { isReachable, mediaToSend } from './outbound-media.ts';
import { presentPlatforms } from './presenter.ts';
import { richConnector } from './testing/token-world.ts';

const addresses = createFileAddresses('a secret of the installation', () => 0);
const filesAt = (publicUrl: string | null) => ({
  open: () => Promise.reject(new Error('no bytes are read')),
  addressOf: (fileId: string) => (isReachable(publicUrl) ? `${publicUrl}${addresses.sign(fileId)}` : null),
});
const message = {
  workspaceId: trustWorkspaceId('w'),
  kind: 'image' as const,
  fileId: 'f',
  media: {
    type: 'media' as const,
    state: 'ready' as const,
    problem: null,
    key: null,
    name: 'dress.png',
    contentType: 'image/png',
    size: 9,
    width: null,
    height: null,
    durationMs: null,
  },
};
const media = { image: { maxBytes: 10 } };
const addressSent = (rules: Parameters<typeof mediaToSend>[1], publicUrl: string | null) => {
  const sent = mediaToSend(filesAt(publicUrl), rules, message);
  return sent !== null && typeof sent === 'object' ? sent.media.address : sent;
};

it('gives only a platform that fetches media a signed address', () => {
  const rules = { media, mediaByAddress: true } as const;
  const address = new URL(String(addressSent(rules, 'https://parley.example')));
  expect([address.origin, address.pathname]).toEqual(['https://parley.example', '/api/files/f']);
  expect(addresses.isSigned('f', Object.fromEntries(address.searchParams))).toBe(true);
  expect(addressSent({ media }, 'https://parley.example')).toBeUndefined();
});

it.each([[null], ['http://parley.example']])('sends no medium that a platform can’t fetch at %s', (url) => {
  expect(addressSent({ media, mediaByAddress: true }, url)).toBe('media-unreachable');
});

it('offers desks the media of such a platform only if it can reach the installation', () => {
  const connector: Connector = {
    ...richConnector,
    manifest: { ...richConnector.manifest, platform: 'whatsapp' },
  };
  const connectors = {
    get: (id: string) => (id === 'whatsapp' ? connector : undefined),
    all: () => [connector],
  };
  const offered = (publicUrl: string | null) => {
    const [first] = presentPlatforms({ connectors, publicUrl }, 'en-US');
    return Object.keys(first?.capabilities?.media ?? {});
  };
  expect(offered('https://parley.example')).toEqual(['image', 'file']);
  expect(offered(null)).toEqual([]);
});
