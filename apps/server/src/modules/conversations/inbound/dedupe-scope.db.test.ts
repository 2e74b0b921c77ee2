import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import type { TestAgent } from '../../../testing/test-people.ts';
import { findMiscounts, readFanCounts } from '../../fans/index.ts';

let harness: InboundHarness;
let ben: TestAgent;
const bots = { ana: randomUUID(), anaToo: randomUUID(), ben: randomUUID(), benToo: randomUUID() };
type Bot = keyof typeof bots;
const agentOf = (bot: Bot) => (bot.startsWith('ana') ? harness.agent : ben).subAccountId;

beforeAll(async () => {
  harness = await startInboundHarness();
  ben = await harness.createSubAccount(harness.owner);
  const names: Bot[] = ['ana', 'anaToo', 'ben', 'benToo'];
  for (const name of names) {
    await harness.database.db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
      values (${harness.owner.workspaceId}, ${bots[name]}, 'telegram', 'Bot', ${bots[name]}, '', ${agentOf(name)}, '', false)`);
  }
});
afterEach(async () => {
  expect(await findMiscounts(harness.database), 'counters agree with the verdicts').toEqual([]);
});
afterAll(() => harness.close());

/** Sends a Telegram user's message to a bot; returns their verdict there. */
async function writes(who: string, bot: Bot): Promise<string | undefined> {
  const { workspaceId } = harness.owner;
  const account = { workspaceId, id: bots[bot], platform: 'telegram', subAccountId: agentOf(bot) } as const;
  await harness.tell(
    harness.inbound(who, 'Hola', { account, from: { id: who, displayName: null, language: null } }),
  );
  return verdictOf(who, bot);
}
async function verdictOf(who: string, bot: Bot) {
  const { rows } = await harness.database.db.execute<{ verdict: string }>(sql`
    select v.verdict from fan_verdicts v
    join fan_identities i on i.workspace_id = v.workspace_id and i.fan_id = v.fan_id
    where i.platform_user_id = ${who} and v.social_account_id = ${bots[bot]}`);
  return rows[0]?.verdict;
}
const scope = (value: 'sub-account' | 'workspace', agent = ben) =>
  harness.decide({ dedupe_scope: value }, agent.subAccountId);

it('counts within the sub-account or the workspace, by the owner’s present setting', async () => {
  await scope('workspace');
  const [one, two] = [randomUUID(), randomUUID()];
  expect(await writes(one, 'ana')).toBe('new');
  expect(await writes(one, 'ben')).toBe('repeat');
  expect(await writes(two, 'ana')).toBe('new');
  await scope('sub-account');
  expect(await writes(two, 'ben')).toBe('new');
  expect(await writes(two, 'benToo')).toBe('repeat');
});

it('changes later verdicts only: what was counted stays, with its counters', async () => {
  await scope('workspace');
  const who = randomUUID();
  await writes(who, 'ana');
  await writes(who, 'ben');
  const { workspaceId } = harness.owner;
  const counts = () => readFanCounts(harness.database, workspaceId, Object.values(bots));
  const before = await counts();
  await scope('sub-account');
  expect(await writes(who, 'ben'), 'the same person at the same account').toBe('repeat');
  expect(await verdictOf(who, 'ana')).toBe('new');
  expect(await counts()).toEqual(before);
  await scope('workspace');
  expect(await writes(who, 'benToo')).toBe('repeat');
});

it('judges by the scope of the sub-account that receives the message', async () => {
  await scope('sub-account');
  const who = randomUUID();
  expect(await writes(who, 'ben')).toBe('new');
  expect(await writes(who, 'ana'), 'in the workspace it was seen before').toBe('repeat');
  await scope('sub-account', harness.agent);
  expect(await writes(who, 'anaToo'), 'seen by Ana herself').toBe('repeat');
  await scope('workspace', harness.agent);
});

it('keeps verdicts consistent while the scope changes during many first contacts', async () => {
  const people = Array.from({ length: 40 }, () => randomUUID());
  const [verdicts] = await Promise.all([
    Promise.all(people.flatMap((who) => [writes(who, 'ben'), writes(who, 'benToo')])),
    (async () => {
      for (let round = 0; round < 10; round += 1) await scope(round % 2 ? 'workspace' : 'sub-account');
    })(),
  ]);
  expect(verdicts.filter((verdict) => verdict === 'new')).toHaveLength(people.length);
});
