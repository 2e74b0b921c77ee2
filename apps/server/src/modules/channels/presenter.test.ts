import { createConnectors } from '@parley/connectors';
import { platformIds } from '@parley/contract/catalogues';
import { expect, it } from 'vitest';
import { trustWorkspaceId } from '../../base/ids.ts';
import { presentAccount, presentPlatforms } from './presenter.ts';
import type { AccountItem } from './queries.ts';

const ignored = async () => undefined;
const connectors = createConnectors({ webchat: { deliver: ignored, typing: ignored, read: ignored } });

it('presents the platforms that have a connector, with their forms', () => {
  const list = presentPlatforms({ connectors, publicUrl: null }, 'en-US');
  const available = list.filter((it) => it.available).map((it) => it.id);
  expect(available.toSorted()).toEqual(['telegram', 'webchat', 'xmpp']);
  expect(list.find((it) => it.id === 'telegram')?.fields).toContainEqual({
    name: 'token',
    multiline: false,
    toggle: false,
    secret: true,
    required: true,
    placeholder: '123456789:AA…',
  });
});

it('presents platforms without a connector last', () => {
  const last = platformIds.at(-1);
  const get = (id: string) => (id === last ? connectors.get('xmpp') : undefined);
  const list = presentPlatforms({ connectors: { ...connectors, get }, publicUrl: null }, 'en-US');
  expect(list.map(({ available }) => available)).toEqual([true, ...platformIds.slice(1).map(() => false)]);
  expect(list[0]).toMatchObject({ id: last, capabilities: expect.any(Object) });
  expect(list[1]).toMatchObject({ capabilities: null, fields: [], pairing: null });
});

const at = new Date(1_000);
const account: AccountItem = {
  workspaceId: trustWorkspaceId('w'),
  id: 'a',
  platform: 'telegram',
  name: 'Shop',
  externalId: '1',
  handle: '@shop',
  publicLink: null,
  subAccountId: 's',
  subAccountRemark: 'Ana',
  credentials: 'sealed',
  enabled: true,
  state: 'online',
  stateReason: null,
  stateSince: at,
  cursor: null,
  holder: 'h',
  heldUntil: at,
  createdAt: at,
  proxyMode: 'auto',
  proxyId: null,
  lastOnlineAt: at,
  deletedAt: null,
  quarantineEvicted: 0,
  mutedFor: null,
  joinsGroups: true,
  appId: null,
  ownApp: false,
  purgeAnnouncedAt: null,
  inactive: false,
};
const facts = { fans: undefined, quarantined: 0, latestImport: undefined, pairs: false, purgeAt: null };
const present = (given: Partial<AccountItem>, egress: Parameters<typeof presentAccount>[1]['egress']) =>
  presentAccount({ ...account, ...given }, { ...facts, egress }, 'https://chat.example.com');

it('presents the proxy that an account uses, and none that was deleted', () => {
  const refuse = () => Promise.reject(new Error('no test connects'));
  const network = { fetch: refuse, connect: refuse };
  const proxy = { kind: 'proxy', proxyId: 'p', name: 'Way out', version: 1, network } as const;
  expect(present({}, proxy).proxy).toEqual({ mode: 'auto', id: 'p', name: 'Way out' });
  const chosen = { proxyMode: 'chosen', proxyId: 'p' } as const;
  expect(present(chosen, { kind: 'missing' }).proxy).toEqual({ mode: 'chosen', id: null, name: null });
  const direct = { proxyMode: 'direct' } as const;
  expect(present(direct, { kind: 'direct' }).proxy).toEqual({ mode: 'direct', id: null, name: null });
});

it('presents neither credentials nor the holder of an account', () => {
  const presented = present({}, undefined);
  for (const name of ['credentials', 'holder', 'cursor']) expect(presented).not.toHaveProperty(name);
});

it('presents the script tag of a website chat alone', () => {
  const tag = '<script async src="https://chat.example.com/widget.js" data-site="a"></script>';
  expect([present({ platform: 'webchat' }, undefined).embed, present({}, undefined).embed]).toEqual([
    tag,
    null,
  ]);
});
