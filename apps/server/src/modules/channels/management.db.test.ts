/** Renaming, moving, deleting and reconnecting social accounts, in a real database. */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { auditEntries } from '../../schema/audit.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { conversations } from '../../schema/conversations.ts';
import { readFanCounts } from '../fans/index.ts';
import {
  deleteAccount,
  moveAccount,
  readOpenCredentials,
  renameAccount,
  replaceCredentials,
  setJoinsGroups,
} from './management.ts';
import { presentForDesk } from './presenter.ts';
import { muteAccount } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { FakeBot } from './testing/fake-platform.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let ana: string;
let ben: string;
let bot: FakeBot;
let id: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  [ana, ben] = [await shop.addAgent(), await shop.addAgent()];
  bot = harness.platform.addBot(randomUUID());
  id = await shop.addBot(ana, bot);
  await shop.stateIs(id, 'online');
});
afterAll(() => harness.close());

const arrives = async (text: string, from = 'maria') => {
  bot.write(text, from);
  await until(`«${text}»`, async () => (await shop.texts(id)).includes(text));
};
const move = (to = ben) => moveAccount(server.deps, shop.workspaceId, id, to, systemOrigin);
const remove = (of = id) => deleteAccount(server.deps, shop.workspaceId, of, systemOrigin);
const audited = async (action: string) => {
  const { details } = auditEntries;
  const ofAccount = and(eq(auditEntries.objectId, id), eq(auditEntries.action, action));
  return (await harness.database.db.select({ details }).from(auditEntries).where(ofAccount)).map(
    (it) => it.details,
  );
};

it('renames an account, and records both names', async () => {
  await renameAccount(server.deps, shop.workspaceId, id, 'Boutique', systemOrigin);
  expect(await shop.row(id)).toMatchObject({ name: 'Boutique' });
  expect(await audited('social-account.changed')).toEqual([
    { 'name.before': 'Bot', 'name.after': 'Boutique' },
  ]);
});

it('accepts invitations to groups only where the platform has them', async () => {
  const site = await shop.addSite(ana);
  const joins = (of: string) => setJoinsGroups(server.deps, shop.workspaceId, of, true, systemOrigin);
  await expect(joins(site)).rejects.toThrow('channel.no-invitations');
  await expect(joins(randomUUID())).rejects.toThrow('resource.not-found');
});

describe('new credentials', () => {
  const replace = ({ credentials }: FakeBot) =>
    replaceCredentials(server.deps, shop.workspaceId, id, credentials, shop.requester);

  it('reconnects with new credentials of the same account, and keeps its conversations', async () => {
    await arrives('before');
    bot.secret = 'renewed';
    await replace(bot);
    await shop.stateIs(id, 'online');
    await arrives('after');
    expect(await shop.chats(id)).toHaveLength(1);
    const shown = await readOpenCredentials(server.deps, shop.workspaceId, id);
    expect(shown).toEqual({ bot: bot.name });
  });

  it('refuses the credentials of another account', async () => {
    const other = harness.platform.addBot(randomUUID());
    await expect(replace(other)).rejects.toThrow('channel.other-account');
    expect(await readOpenCredentials(server.deps, shop.workspaceId, id)).toEqual({ bot: bot.name });
  });
});

describe('a move', () => {
  it('takes the conversations and the port along, and the account continues receiving there', async () => {
    await arrives('before');
    const { db } = harness.database;
    await db.update(conversations).set({ pinnedAt: new Date() }).where(eq(conversations.socialAccountId, id));
    await move();
    expect(await shop.row(id)).toMatchObject({ subAccountId: ben });
    expect(await shop.chats(id)).toMatchObject([{ subAccountId: ben, pinnedAt: null }]);
    expect((await readFanCounts(harness.database, shop.workspaceId, [id])).get(id)).toMatchObject({
      total: { new: 1 },
    });
    await arrives('after');
    await arrives('a new chat', 'luz');
    expect((await shop.chats(id)).map((chat) => chat.subAccountId)).toEqual([ben, ben]);
    await until('a port of the new sub-account', async () => (await shop.leases())[0]?.subAccountId === ben);
    expect(await audited('social-account.moved')).toEqual([
      { 'subAccount.before': ana, 'subAccount.after': ben },
    ]);
  });

  it('takes precedence over chats of new people that begin while it waits for others', async () => {
    const { pool } = harness.database;
    const waiting = async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount ?? 0;
    };
    const first = await pool.connect();
    try {
      await first.query('begin');
      await first.query('select from social_accounts where id = $1 for key share', [id]);
      const moved = move();
      await until('the move to wait', async () => (await waiting()) === 1);
      bot.write('Hola');
      const hasPassed = async () => (await shop.chats(id)).length > 0;
      await until('the chat to wait', async () => (await waiting()) === 2 || hasPassed());
      expect(await hasPassed()).toBe(false);
      await first.query('commit');
      await moved;
    } finally {
      first.release(true);
    }
    await until('the chat', async () => (await shop.chats(id))[0]?.subAccountId === ben);
  });

  it('refuses a sub-account without the platform, another workspace’s, and one that its proxy doesn’t cover', async () => {
    const [barred, outside] = [await shop.addAgent({ platforms: ['webchat'] }), await shop.addAgent()];
    await expect(move(barred)).rejects.toThrow('sub-account.platform-not-permitted');
    const stranger = await (await openWorkspace(server)).addAgent();
    for (const unknown of [stranger, randomUUID()])
      await expect(move(unknown)).rejects.toThrow('sub-account.not-found');
    const proxyId = await shop.addDeadProxy([ana]);
    const chosen = { proxyMode: 'chosen', proxyId } as const;
    await harness.database.db.update(socialAccounts).set(chosen).where(eq(socialAccounts.id, id));
    await expect(move(outside)).rejects.toThrow('proxy.not-for-account');
    expect(await shop.row(id)).toMatchObject({ subAccountId: ana });
  });
});

describe('a deletion', () => {
  it('hides the account at once, erases its secrets, closes its connection, and lets it be added again', async () => {
    await remove();
    expect(await shop.row(id)).toBeNull();
    const { db } = harness.database;
    const [row] = await db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
    expect(row).toMatchObject({ credentials: '', enabled: false, state: 'offline' });
    await until('the connection to be closed', () => !bot.held);
    expect(await shop.past()).toEqual(['logged-out']);
    await expect(remove()).rejects.toThrow('resource.not-found');
    const again = await shop.addBot(ana, bot);
    await shop.stateIs(again, 'online');
  });

  it('leaves the account to its owner when another workspace asks', async () => {
    const own = shop;
    shop = await openWorkspace(server);
    await expect(remove()).rejects.toThrow('resource.not-found');
    shop = own;
    expect(await shop.row(id)).toMatchObject({ enabled: true });
  });
});

it('mutes an account for its sub-account’s agents, at every desk, until it is moved', async () => {
  const mute = (muted: boolean, agent = ana) => muteAccount(server.deps, shop.workspaceId, agent, id, muted);
  const isMutedAt = async (subAccountId: string) => {
    const row = await shop.row(id);
    return row && presentForDesk(row, { subAccountId, unread: undefined }, server.deps).muted;
  };
  server.emitted.length = 0;
  await expect(mute(true, ben)).rejects.toThrow('resource.not-found');
  expect(await isMutedAt(ana)).toBe(false);
  await mute(true);
  expect(await isMutedAt(ana)).toBe(true);
  await move();
  expect(await isMutedAt(ben)).toBe(false);
  await expect(mute(false)).rejects.toThrow('resource.not-found');
  const desk = server.emitted.filter(({ to }) => to === `desk ${ana}`);
  expect(desk.map(({ event, payload }) => [event, payload])).toEqual([
    ['accountMuted', { socialAccountId: id, muted: true }],
    ['accountMoved', { socialAccountId: id }],
  ]);
});
