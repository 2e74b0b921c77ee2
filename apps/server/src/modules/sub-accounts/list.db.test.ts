import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as channelsApi from '@parley/contract/channels';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import readWorkbook from 'read-excel-file/node';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let app: TestApp;
let owner: TestOwner;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner({ characters: 10_000 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

async function connect(token: string) {
  const connected = await connectSocket(app.url, token);
  sockets.push(connected.socket);
  return connected;
}

type Query = contract.RequestOf<typeof subAccountsApi.subAccountPage>['query'];
const page = (query: Query = {}, token = owner.token) =>
  app.call(subAccountsApi.subAccountPage, { query }, token);
type Form = Partial<z.input<typeof subAccountsApi.subAccountForm>>;
const make = async (remark: string, form: Form = {}) => {
  const body = { remark, unlimited: false, characters: 0, ...form };
  return (await app.call(subAccountsApi.createSubAccount, { body }, owner.token)).subAccount;
};
/** Inserts a row like the channels module: none of these tests opens a connection. */
const social = (subAccountId: string, state: string, enabled = true) =>
  app.app.database.pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                  enabled, state, holder, held_until)
     values ($1, $2::uuid, 'telegram', 'Bot', $2::uuid::text, '@bot', $3, '', $4, $5, $2::uuid, now() + interval '1 day')`,
    [owner.workspaceId, randomUUID(), subAccountId, enabled, state],
  );

describe('a filter', () => {
  beforeAll(async () => {
    const ines = await make('Ines', { platforms: ['telegram', 'xmpp'], characters: 10 });
    const olaf = await make('Olaf', { unlimited: true, portMode: 'fixed', portLimit: 1 });
    await make('Cai', { platforms: ['webchat'], status: 'disabled' });
    await social(ines.id, 'online');
    await social(ines.id, 'offline');
    await social(olaf.id, 'online', false);
  });

  const named = async (query: Query) =>
    (await page(query)).list.filter((one) => !one.isDefault).map(({ remark }) => remark);
  it.each<[Query, string[]]>([
    [{}, ['Cai', 'Olaf', 'Ines']],
    [{ status: 'disabled' }, ['Cai']],
    [{ status: 'normal' }, ['Olaf', 'Ines']],
    [{ platform: 'telegram' }, ['Olaf', 'Ines']],
    [{ platform: 'webchat' }, ['Cai', 'Olaf']],
    [{ characters: 'limited' }, ['Cai', 'Ines']],
    [{ characters: 'unlimited' }, ['Olaf']],
    [{ portMode: 'fixed' }, ['Olaf']],
    [{ portMode: 'dynamic' }, ['Cai', 'Ines']],
    [{ sessions: 'online' }, ['Ines']],
    [{ sessions: 'offline' }, ['Cai', 'Olaf']],
    [{ platform: 'telegram', characters: 'limited', portMode: 'dynamic', sessions: 'online' }, ['Ines']],
    // Account names are random, but never contain i, l or o, so that only the remark can match.
    [{ search: 'Cai', sessions: 'online' }, []],
  ])('finds and counts by %j: %j', async (query, remarks) => {
    expect(await named(query)).toEqual(remarks);
    const { list, total } = await page({ ...query, pageSize: 1 });
    expect(total).toBe((await page({ ...query, pageSize: 200 })).list.length);
    expect(list).toHaveLength(Math.min(1, total));
  });

  it('a filter with an unknown word is refused', async () => {
    const query = { sessions: 'sometimes' };
    expect(await app.send(subAccountsApi.subAccountPage, { query }, owner.token)).toMatchObject({
      status: 400,
      body: { data: { fields: { sessions: expect.any(String) } } },
    });
  });

  it('shows the number of a sub-account’s online sessions and of all', async () => {
    const [ines] = (await page({ search: 'Ines' })).list;
    expect(ines?.socialAccounts).toEqual({ online: 1, total: 2 });
    const [olaf] = (await page({ search: 'Olaf' })).list;
    expect(olaf?.socialAccounts).toEqual({ online: 0, total: 1 });
  });

  it('shows nothing of another workspace', async () => {
    const other = await app.registerOwner();
    expect((await page({ pageSize: 200 }, other.token)).list.map(({ isDefault }) => isDefault)).toEqual([
      true,
    ]);
  });
});

describe('a desk that connects and disconnects', () => {
  it('shows in the list, and is pushed to the consoles', async () => {
    const agent = await app.createSubAccount(owner, { remark: 'Odile' });
    const deskOnline = async () => (await page({ search: 'Odile' })).list[0]?.deskOnline;
    const { heard } = await connect(owner.token);
    const told = ['subAccount', { subAccountId: agent.subAccountId }];
    expect(await deskOnline()).toBe(false);
    const desk = await connect(agent.token);
    await vi.waitFor(() => expect(heard).toContainEqual(told));
    expect(await deskOnline()).toBe(true);
    heard.length = 0;
    desk.socket.disconnect();
    await vi.waitFor(() => expect(heard).toContainEqual(told));
    expect(await deskOnline()).toBe(false);
  });
});

describe('a session that goes online and offline', () => {
  it('a session that goes online and offline is pushed to the consoles', async () => {
    const agent = await app.createSubAccount(owner, { remark: 'Livia' });
    const { heard } = await connect(owner.token);
    const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
    const state = (now: string) => ['account', expect.objectContaining({ socialAccountId, state: now })];
    const shown = async () => {
      const [livia] = (await page({ search: 'Livia' })).list;
      return { online: livia?.socialAccounts.online, ports: livia?.portsTaken };
    };
    await vi.waitFor(() => expect(heard).toContainEqual(state('online')));
    expect(await shown()).toEqual({ online: 1, ports: 1 });
    const set = (enabled: boolean) =>
      app.call(channelsApi.setSocialAccountEnabled, { body: { id: socialAccountId, enabled } }, owner.token);
    heard.length = 0;
    await set(false);
    await vi.waitFor(() => expect(heard).toContainEqual(state('offline')));
    expect(await shown()).toEqual({ online: 0, ports: 0 });
    heard.length = 0;
    await set(true);
    await vi.waitFor(() => expect(heard).toContainEqual(state('online')));
  });
});

it('returns the names of a list of sub-accounts, without those of other workspaces', async () => {
  const mine = await app.createSubAccount(owner);
  const foreign = await app.createSubAccount(await app.registerOwner({ characters: 0 }));
  const ids = [mine.subAccountId, foreign.subAccountId].join(',');
  const { list } = await app.call(subAccountsApi.subAccountNames, { query: { ids } }, owner.token);
  expect(list.map(({ id }) => id)).toEqual([mine.subAccountId]);
});

describe('the spreadsheet', () => {
  const download = async (query: string, language: string) => {
    const response = await fetch(`${app.url}/api/user/subAccount/exportExcel${query}`, {
      headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: language },
    });
    expect(response.status).toBe(200);
    const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return { name: response.headers.get('content-disposition'), sheet };
  };

  it('contains every column of the list, in English', async () => {
    await make('=Lily', {
      platforms: ['telegram'],
      characters: 25,
      autoAllocation: { below: 5, amount: 50 },
      portLimit: 7,
      multiDevice: false,
      autoReply: true,
      dedupeScope: 'sub-account',
    });
    const { name, sheet } = await download('?search=Lily', 'EN');
    const [titles = [], row = [], ...others] = sheet?.data ?? [];
    expect(others).toEqual([]);
    expect(name).toMatch(/filename="Sub-accounts \d{4}-\d\d-\d\d\.xlsx"/);
    const shown = Object.fromEntries(titles.map((title, n) => [String(title), row[n]]));
    expect(shown).toMatchObject({
      Remark: '=Lily',
      Status: 'Enabled',
      'Default sub-account': 'No',
      Platforms: 'Telegram',
      'Desk online': 'No',
      'Social accounts online': 0,
      'Total social accounts': 0,
      Characters: 'Limited',
      'Characters left': 25,
      'Auto top-up below': 5,
      'Auto top-up amount': 50,
      'Port mode': 'Dynamic',
      'Port limit': 7,
      'Ports in use': 0,
      'Multi-device login': 'No',
      'Automatic reply': 'Yes',
      'Repeat fan scope': 'This sub-account',
      'Created (Asia/Shanghai)': expect.any(Date),
    });
    expect(shown.Account).toMatch(/^\w{4}-\w{4}$/);
  });

  it('contains them in Chinese, filtered like the list', async () => {
    const { name, sheet } = await download('?status=disabled', 'CN');
    expect(name).toContain(encodeURIComponent('子账号'));
    const rows = sheet?.data ?? [];
    expect(rows[0]).toEqual(expect.arrayContaining(['账号', '备注', '状态']));
    expect(rows.slice(1).map((row) => [row[1], row[2]])).toEqual([['Cai', '停用']]);
  });
});
