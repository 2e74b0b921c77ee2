import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import type { TestAgent } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { deleteSubAccountData } from './index.ts';

let harness: InboundHarness;
let ben: TestAgent;
const bots = { ana: randomUUID(), ben: randomUUID() };
beforeAll(async () => {
  harness = await startInboundHarness();
  ben = await harness.createSubAccount(harness.owner);
  for (const [name, subAccountId] of [
    ['ana', harness.agent.subAccountId],
    ['ben', ben.subAccountId],
  ] as const) {
    // Rows only, because no account has to connect.
    await harness.database.db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
      values (${harness.owner.workspaceId}, ${bots[name]}, 'telegram', 'Bot', ${bots[name]}, '', ${subAccountId}, '', false)`);
  }
});
beforeEach(async () => {
  await harness.decide({ profile_sharing: true });
  await harness.decide({ profile_sharing: true }, ben.subAccountId);
});
afterAll(() => harness.close());

const notes = {
  alias: 'Marta',
  phone: '+34 600 000 000',
  email: 'marta@example.com',
  notes: 'Size 38.\nPays late.',
};

/** Creates a Telegram user who has written to Ana's bot and to Ben's, and returns the two conversations. */
async function customer(): Promise<{ ana: string; ben: string }> {
  const id = randomUUID();
  const to = (name: 'ana' | 'ben') => ({
    workspaceId: harness.owner.workspaceId,
    id: bots[name],
    platform: 'telegram' as const,
    subAccountId: name === 'ana' ? harness.agent.subAccountId : ben.subAccountId,
  });
  const from = { id, displayName: 'M', language: null };
  await harness.tell(
    harness.inbound(id, 'Hola', { account: to('ana'), from }),
    harness.inbound(id, 'Hola', { account: to('ben'), from }),
  );
  const { rows } = await harness.database.db.execute<{ id: string; own: boolean }>(sql`
    select id, sub_account_id = ${harness.agent.subAccountId} as own from conversations where chat_id = ${id}`);
  const of = (own: boolean) => rows.find((row) => row.own === own)?.id ?? '';
  return { ana: of(true), ben: of(false) };
}
const read = (agent: TestAgent, conversationId: string) =>
  harness.call(customerProfilesApi.getCustomerProfile, { query: { conversationId } }, agent.token);
const save = (
  agent: TestAgent,
  conversationId: string,
  version: number,
  given: Partial<typeof notes & { shared: boolean }> = {},
) => {
  const body = { conversationId, version, shared: true, ...notes, ...given };
  return harness.call(customerProfilesApi.saveCustomerProfile, { body }, agent.token);
};
const aliasOf = async (agent: TestAgent, conversationId: string) =>
  (await harness.call(conversationsApi.deskConversation, { params: { conversationId } }, agent.token)).alias;

describe('notes about a customer', () => {
  it('notes are empty at first, and then shared by the team, with author and time', async () => {
    const at = await customer();
    expect(await read(harness.agent, at.ana)).toEqual({
      alias: '',
      phone: '',
      email: '',
      notes: '',
      shared: true,
      version: 0,
      changedAt: null,
      changedBy: null,
    });
    const saved = await save(harness.agent, at.ana, 0);
    expect(saved).toMatchObject({ ...notes, shared: true, version: 1, changedBy: 'Agent' });
    expect(Math.abs((saved.changedAt ?? 0) - harness.clock.now())).toBeLessThan(60_000);
    expect(await read(ben, at.ben)).toEqual(saved);
  });

  it('gives the conversation its name, also in lists, in each desk that shares it but not in the console', async () => {
    const at = await customer();
    await save(harness.agent, at.ana, 0);
    expect(await aliasOf(ben, at.ben)).toBe('Marta');
    const list = (
      token: string,
      all: typeof conversationsApi.deskConversations | typeof conversationsApi.chatHistoryConversations,
    ) => harness.call(all, { query: { pageSize: 200 } }, token);
    const inDesk = (await list(harness.agent.token, conversationsApi.deskConversations)).list;
    expect(inDesk.find(({ id }) => id === at.ana)?.alias).toBe('Marta');
    const inConsole = (await list(harness.owner.token, conversationsApi.chatHistoryConversations)).list;
    expect(inConsole.find(({ id }) => id === at.ana)).toMatchObject({ alias: null });
    await save(ben, at.ben, 1, { alias: '' });
    expect(await aliasOf(harness.agent, at.ana)).toBeNull();
  });

  it('finds the conversation by that name, and by no name that isn’t shown', async () => {
    const at = await customer();
    const search = `Marta ${randomUUID()}`;
    const found = async (agent: TestAgent) => {
      const { list } = await harness.call(
        conversationsApi.deskConversations,
        { query: { search } },
        agent.token,
      );
      return list.map(({ id }) => id);
    };
    await harness.decide({ profile_sharing: false }, ben.subAccountId);
    await save(ben, at.ben, 0, { alias: search.slice(0, 50), shared: false });
    expect(await found(ben)).toEqual([at.ben]);
    expect(await found(harness.agent)).toEqual([]);
    await harness.decide({ profile_sharing: true }, ben.subAccountId);
    await save(harness.agent, at.ana, 0, { alias: 'Another' });
    expect(await found(ben)).toEqual([]);
  });

  it('pushes a changed note to the desks that show it', async () => {
    const at = await customer();
    const socket = await connectSocket(harness.url, ben.token);
    await save(harness.agent, at.ana, 0);
    await until('the other desk to hear', () => socket.heard.some(([name]) => name === 'customerProfile'));
    socket.socket.close();
  });

  it('a note is never overwritten by an agent who has not read it, and one of many concurrent saves wins', async () => {
    const at = await customer();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        save(n % 2 ? ben : harness.agent, n % 2 ? at.ben : at.ana, 0, { notes: `${n}` }),
      ),
    );
    const refused = tries.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, error: 'resource.stale' });
    await save(ben, at.ben, 1);
    await expect(save(harness.agent, at.ana, 1)).rejects.toMatchObject({ error: 'resource.stale' });
    expect((await save(harness.agent, at.ana, 2)).version).toBe(3);
  });

  it('accepts texts up to their limits, and no longer ones', async () => {
    const at = await customer();
    await save(harness.agent, at.ana, 0, {
      alias: '🙂'.repeat(50),
      notes: '字'.repeat(2_000),
      phone: '',
      email: '',
    });
    for (const wrong of [{ alias: '🙂'.repeat(51) }, { notes: '字'.repeat(2_001) }, { alias: 'a\u202Eb' }]) {
      await expect(save(harness.agent, at.ana, 1, wrong)).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('a sub-account that doesn’t share its notes', () => {
  it('has notes apart from the team’s', async () => {
    const at = await customer();
    await save(harness.agent, at.ana, 0);
    await harness.decide({ profile_sharing: false }, ben.subAccountId);
    expect(await read(ben, at.ben)).toMatchObject({ alias: '', version: 0, shared: false });
    await save(ben, at.ben, 0, { alias: 'Tía', shared: false });
    expect(await aliasOf(ben, at.ben)).toBe('Tía');
    expect(await aliasOf(harness.agent, at.ana)).toBe('Marta');
  });

  it('starts the team’s notes with its own when it begins to share and none exist', async () => {
    const at = await customer();
    await harness.decide({ profile_sharing: false });
    await save(harness.agent, at.ana, 0, { shared: false });
    await harness.decide({ profile_sharing: true });
    expect(await read(harness.agent, at.ana)).toMatchObject({ ...notes, shared: true, version: 0 });
    expect(await read(ben, at.ben), 'not before it was saved').toMatchObject({ alias: '', version: 0 });
    await save(harness.agent, at.ana, 0, { alias: 'Ours' });
    expect(await read(ben, at.ben)).toMatchObject({ alias: 'Ours', version: 1 });
  });

  it('shares nothing when the switch was changed while a note was being written', async () => {
    const at = await customer();
    await harness.decide({ profile_sharing: false });
    await harness.decide({ profile_sharing: true });
    await expect(save(harness.agent, at.ana, 0, { shared: false })).rejects.toMatchObject({
      error: 'resource.stale',
    });
  });
});

describe('access', () => {
  it('refuses another sub-account’s conversation, a group, or none', async () => {
    const at = await customer();
    const group = randomUUID();
    await harness.tell(harness.inbound(group, 'Hola', { chatKind: 'group', chatTitle: 'Friends' }));
    const [{ conversation_id: inGroup = '' } = {}] = await harness.messagesOf(group);
    for (const id of [at.ben, inGroup, randomUUID()]) {
      await expect(read(harness.agent, id)).rejects.toMatchObject({
        status: 404,
        error: 'conversation.not-found',
      });
      await expect(save(harness.agent, id, 0)).rejects.toMatchObject({ status: 404 });
    }
  });

  it('ends with a deleted sub-account for its own notes, but not for shared ones', async () => {
    const at = await customer();
    await save(harness.agent, at.ana, 0);
    await harness.decide({ profile_sharing: false });
    await save(harness.agent, at.ana, 0, { alias: 'Mine', shared: false });
    const { workspaceId } = harness.owner;
    const forget = () =>
      transaction(harness.database, (tx) =>
        deleteSubAccountData(tx, workspaceId, harness.agent.subAccountId),
      );
    expect(await forget()).toBe(false);
    expect(await read(harness.agent, at.ana)).toMatchObject({ alias: '', version: 0 });
    expect(await read(ben, at.ben)).toMatchObject({ alias: 'Marta' });
  });
});
