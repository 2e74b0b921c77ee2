import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fanIdentities, fanVerdicts } from '../../../schema/fans.ts';
import { findMiscounts, readFanCounts } from '../../fans/index.ts';
import type { DeskCaller } from '../desk-list/present.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import type { ReceivingAccount } from './inbound-message.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
let ben: DeskCaller;
/** Accounts of two sub-accounts, two each. */
let bots: Record<'ana' | 'anaToo' | 'ben' | 'benToo', ReceivingAccount>;
type Bot = keyof typeof bots;

beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
  ben = await world.addAgent();
  const bot = (agent: DeskCaller) => world.addAccount(agent, 'telegram');
  bots = {
    ana: await bot(world.agent),
    anaToo: await bot(world.agent),
    ben: await bot(ben),
    benToo: await bot(ben),
  };
});
afterEach(async () => {
  expect(await findMiscounts(harness.database), 'counters agree with the verdicts').toEqual([]);
});
afterAll(() => harness.close());

/** Sends a Telegram user's message to a bot; returns their verdict there. */
async function writes(who: string, bot: Bot): Promise<string | undefined> {
  await world.receive(world.inbound(who, 'Hola', { account: bots[bot] }));
  return verdictOf(who, bot);
}
async function verdictOf(who: string, bot: Bot) {
  const [row] = await harness.database.db
    .select({ verdict: fanVerdicts.verdict })
    .from(fanVerdicts)
    .innerJoin(
      fanIdentities,
      and(eq(fanIdentities.workspaceId, fanVerdicts.workspaceId), eq(fanIdentities.fanId, fanVerdicts.fanId)),
    )
    .where(and(eq(fanIdentities.platformUserId, who), eq(fanVerdicts.socialAccountId, bots[bot].id)));
  return row?.verdict;
}
const scope = (dedupeScope: 'sub-account' | 'workspace', agent = ben) => world.decide({ dedupeScope }, agent);

it('counts within the sub-account or the workspace, by the owner’s present setting', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  expect(await writes(one, 'ana')).toBe('new');
  expect(await writes(one, 'ben')).toBe('repeat');
  expect(await writes(two, 'ana')).toBe('new');
  await scope('sub-account');
  expect(await writes(two, 'ben')).toBe('new');
  expect(await writes(two, 'benToo')).toBe('repeat');
});

it('changes later verdicts only: what was counted stays, with its counters', async () => {
  const who = randomUUID();
  await writes(who, 'ana');
  await writes(who, 'ben');
  const ids = Object.values(bots).map(({ id }) => id);
  const counts = () => readFanCounts(harness.database, world.workspaceId, ids);
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
  await scope('sub-account', world.agent);
  expect(await writes(who, 'anaToo'), 'seen by Ana herself').toBe('repeat');
});

it('keeps verdicts consistent while the scope changes during many first encounters', async () => {
  const people = Array.from({ length: 40 }, () => randomUUID());
  const [verdicts] = await Promise.all([
    Promise.all(people.flatMap((who) => [writes(who, 'ben'), writes(who, 'benToo')])),
    (async () => {
      for (let round = 0; round < 10; round += 1) await scope(round % 2 ? 'workspace' : 'sub-account');
    })(),
  ]);
  expect(verdicts.filter((verdict) => verdict === 'new')).toHaveLength(people.length);
});
