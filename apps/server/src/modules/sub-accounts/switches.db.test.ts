/** Tests that changes of a sub-account in use take effect at once, without a restart. */

import * as channelsApi from '@parley/contract/channels';
import * as portsApi from '@parley/contract/ports';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
});
afterAll(() => app.close());

async function change(
  changes: Partial<subAccountsApi.SubAccountChanges>,
): Promise<subAccountsApi.SubAccount> {
  const query = { subAccountId: agent.subAccountId };
  const now = await app.call(subAccountsApi.getSubAccount, { query }, owner.token);
  const known = subAccountsApi.subAccountChanges.safeParse({
    subAccountId: now.id,
    ...Object.fromEntries(
      Object.keys(subAccountsApi.subAccountChanges.shape)
        .filter((key) => key in now)
        .map((key) => [key, Reflect.get(now, key)]),
    ),
    ...changes,
  });
  if (!known.success) throw known.error;
  return app.call(subAccountsApi.updateSubAccount, { body: known.data }, owner.token);
}

const stateOf = async (id: string) => {
  const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  const account = list.find((one) => one.id === id);
  return { state: account?.state, reason: account?.stateReason };
};
const portsTaken = async () => (await app.call(portsApi.portSummary, {}, owner.token)).dynamicTaken;

describe('the dedupe scope', () => {
  const scopes = async () => {
    const { rows } = await app.app.database.pool.query(
      'select scope from fan_verdicts where workspace_id = $1 order by decided_at, id',
      [owner.workspaceId],
    );
    return rows.map(({ scope }) => scope);
  };

  it('the dedupe scope is the workspace by default, and the sub-account after the change', async () => {
    const site = await app.addWebchat(owner, agent.subAccountId);
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    await change({ dedupeScope: 'sub-account' });
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    expect(await scopes()).toEqual(['workspace', agent.subAccountId]);
  });
});

describe('the platforms', () => {
  it('sessions on platforms that are no longer permitted lose their ports at once, and return with the permission', async () => {
    const site = await app.addWebchat(owner, agent.subAccountId, { name: 'Second' });
    await until('it to be online', async () => (await stateOf(site)).state === 'online');
    await change({ platforms: ['telegram'] });
    await until('it to be refused', async () => (await stateOf(site)).state === 'refused');
    expect(await stateOf(site)).toEqual({ state: 'refused', reason: 'not-permitted' });
    await until('all ports to be given back', async () => (await portsTaken()) === 0);
    const credentials = { siteName: 'Third', origins: '*' };
    const body = { platform: 'webchat', subAccountId: agent.subAccountId, name: 'Third', credentials };
    expect(await app.send(channelsApi.addSocialAccount, { body }, owner.token)).toMatchObject({
      status: 403,
      body: { data: { error: 'sub-account.platform-not-permitted' } },
    });
    await change({ platforms: null });
    await until('it to be online again', async () => (await stateOf(site)).state === 'online');
  });
});

describe('disabling', () => {
  it('takes sessions offline and frees their ports at once; enabling restores them', async () => {
    const site = await app.addWebchat(owner, agent.subAccountId, { name: 'Fourth' });
    await until('it to be online', async () => (await stateOf(site)).state === 'online');
    const set = (status: 'normal' | 'disabled') => {
      const body = { ids: [agent.subAccountId], status };
      return app.call(subAccountsApi.setSubAccountStatus, { body }, owner.token);
    };
    await set('disabled');
    expect(await portsTaken()).toBe(0);
    await until('it to be offline', async () => (await stateOf(site)).state !== 'online');
    await set('normal');
    await until('it to be online again', async () => (await stateOf(site)).state === 'online');
    expect(await portsTaken()).toBeGreaterThan(0);
  });
});

describe('deleting', () => {
  it('leaves nothing of the conversations, their people and their accounts', async () => {
    const { subAccountId } = agent;
    const body = { ids: [subAccountId] };
    await app.call(subAccountsApi.deleteSubAccounts, { body }, owner.token);
    const { pool } = app.app.database;
    await until('its row to be gone', async () => {
      const { rows } = await pool.query('select 1 from sub_accounts where id = $1', [subAccountId]);
      return rows.length === 0;
    });
    for (const table of [
      'social_accounts',
      'conversations',
      'messages',
      'fans',
      'fan_identities',
      'port_leases',
    ]) {
      const { rows } = await pool.query(`select count(*) as n from ${table} where workspace_id = $1`, [
        owner.workspaceId,
      ]);
      expect({ table, n: rows[0].n }).toEqual({ table, n: 0 });
    }
  });
});
