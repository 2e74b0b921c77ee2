/**
 * Runs random interleavings of messages, late and redelivered ones, history, phone numbers, merges, undoings, library entries, scope
 * changes, days, resets and processes that die before their commit, against the product and the plain model.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { type Database, transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { fanAccountDays, fanOrderDays } from '../../../schema/fans.ts';
import type { Inbound } from '../../conversations/index.ts';
import { mergeFans, undoMerge } from '../../fans/index.ts';
import { closeDueDay } from '../resets/service.ts';
import { deliver, dieBeforeCommit, messageOf, userId } from './delivered-messages.ts';
import { FanModel, type Tally, tallied } from './fan-model.ts';
import { proveFigures } from './prove-figures.ts';
import { addTeam } from './team-rows.ts';

const people = 5;
const accounts = 4;
const agents = 2;
const phones = 3;
const dayMs = 86_400_000;

export type Step =
  | {
      kind: 'meet';
      identity: number;
      account: number;
      history: boolean;
      phone: number | null;
      delayMs: number;
    }
  | { kind: 'redeliver'; which: number }
  | { kind: 'meet-together'; account: number; identities: number[] }
  | { kind: 'crash'; identity: number; account: number }
  | { kind: 'merge'; kept: number; merged: number }
  | { kind: 'undo'; which: number }
  | { kind: 'list'; identity: number }
  | { kind: 'list-phone'; phone: number }
  | { kind: 'unlist' }
  | { kind: 'scope'; agent: number }
  | { kind: 'merge-by-phone' }
  | { kind: 'next-day' }
  | { kind: 'reset' };

const identity = fc.integer({ min: 0, max: people - 1 });
const account = fc.integer({ min: 0, max: accounts - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('meet' as const),
      identity,
      account,
      history: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      phone: fc.option(fc.nat(phones - 1), { freq: 2 }),
      delayMs: fc.constantFrom(0, 0, 3_600_000, 2 * dayMs),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('meet-together' as const),
      account,
      identities: fc.array(identity, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeliver' as const), which: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), identity, account }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), kept: identity, merged: identity }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), identity }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('list-phone' as const), phone: fc.nat(phones - 1) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'unlist' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('scope' as const),
      agent: fc.integer({ min: 0, max: agents - 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge-by-phone' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'next-day' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
);
/** One run. The second number of a step selects the server that takes it. */
export const run = fc.array(fc.tuple(step, fc.nat(7)), { minLength: 10, maxLength: 60 });
export type Run = (readonly [Step, number])[];

type World = {
  servers: readonly Database[];
  workspaceId: WorkspaceId;
  accountIds: string[];
  agentIds: string[];
  orderIds: string[];
  libraryId: string;
  scopes: ('workspace' | 'sub-account')[];
  listed: Set<number>;
  listedPhones: Set<number>;
  mergesByPhone: boolean;
  merges: { id: string; number: number }[];
  fanIds: Map<number, string>;
  deliveries: Delivery[];
  /** The platform's ids of messages whose receipt was committed. */
  received: Set<string>;
  model: FanModel;
  now: number;
};

const agentOf = (accountNumber: number) => accountNumber % agents;
const at = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new Error(`nothing at ${index}`);
  return value;
};

/** Executes a run; throws at the first difference. `servers`: connections, one per simulated server process. */
export async function play(servers: readonly Database[], steps: Run): Promise<void> {
  const world = await createWorld(servers);
  for (const [it, server] of steps) {
    world.now += 60_000;
    await take(world, at(servers, server % servers.length), it);
  }
  await compare(world);
}

const start = Date.UTC(2026, 4, 3, 8);

async function createWorld(servers: readonly Database[]): Promise<World> {
  const workspaceId = trustWorkspaceId(newId());
  const ids = (count: number) => Array.from({ length: count }, () => newId());
  const world: World = {
    servers,
    workspaceId,
    accountIds: ids(accounts),
    agentIds: ids(agents),
    orderIds: ids(agents),
    libraryId: newId(),
    scopes: Array.from({ length: agents }, () => 'workspace' as const),
    listed: new Set(),
    listedPhones: new Set(),
    mergesByPhone: false,
    merges: [],
    fanIds: new Map(),
    deliveries: [],
    received: new Set(),
    model: new FanModel(),
    now: start,
  };
  const { db } = at(servers, 0);
  await addTeam({ db }, world);
  await db.execute(sql`
    insert into dedupe_libraries (workspace_id, id, name, platform, range)
    values (${workspaceId}, ${world.libraryId}, '', 'telegram', 'all')`);
  return world;
}

const numberOf = (phone: number) => `3460000000${phone}`;

type PlannedEncounter = { accountNumber: number; history: boolean; phone?: number | null; delayMs?: number };
/** A message that the platform has sent. */
type Delivery = { who: number; encounter: PlannedEncounter; message: Inbound };

function send(world: World, who: number, encounter: PlannedEncounter): Delivery {
  const { accountNumber, history, phone = null, delayMs = 0 } = encounter;
  const message = messageOf({
    who,
    account: {
      workspaceId: world.workspaceId,
      platform: 'telegram',
      id: at(world.accountIds, accountNumber),
      subAccountId: at(world.agentIds, agentOf(accountNumber)),
    },
    history,
    phone: phone === null ? null : `+${numberOf(phone)}`,
    sentAt: world.now - delayMs,
  });
  const delivery = { who, encounter, message };
  world.deliveries.push(delivery);
  return delivery;
}

async function meet(world: World, server: Database, { who, message }: Delivery): Promise<void> {
  const [fanId] = await deliver(server, [message], world.now);
  if (fanId !== undefined) world.fanIds.set(who, fanId);
  world.received.add(message.platformMessageId);
}

/**
 * The platform missed the answer to a message, and sends it again to two processes. It counts as the writer's next message would:
 * not at all, unless a merge was undone or merging by phone was enabled since.
 */
async function redeliver(world: World, which: number): Promise<void> {
  const delivery = world.deliveries[which % Math.max(world.deliveries.length, 1)];
  if (!delivery) return;
  await Promise.all(world.servers.slice(0, 2).map((server) => meet(world, server, delivery)));
  await record(world, delivery);
}

/** The model ignores the message until it is delivered again. */
async function crash(world: World, server: Database, it: Step & { kind: 'crash' }): Promise<void> {
  const delivery = send(world, it.identity, { accountNumber: it.account, history: false });
  await dieBeforeCommit(server, delivery.message, world.now);
}

function meetInModel(
  world: World,
  who: number,
  { accountNumber, history, phone = null }: PlannedEncounter,
): void {
  const agent = agentOf(accountNumber);
  const isListed = world.listed.has(who) || (phone !== null && world.listedPhones.has(phone));
  const known = history ? 'history' : isListed ? 'listed' : null;
  world.model.meet({
    identity: who,
    account: accountNumber,
    subAccount: agent,
    scope: at(world.scopes, agent),
    known,
    listedBy: world.model.holdersOf(who, world.listedPhones),
    ordered: true,
  });
}

async function take(world: World, server: Database, it: Step): Promise<void> {
  switch (it.kind) {
    case 'meet': {
      const { identity: who, account: accountNumber, history, phone, delayMs } = it;
      const delivery = send(world, who, { accountNumber, history, phone, delayMs });
      await meet(world, server, delivery);
      return record(world, delivery);
    }
    case 'meet-together': {
      // Sent to different processes, some of them twice.
      await Promise.all(
        it.identities.map((who, index) =>
          meet(
            world,
            at(world.servers, index % world.servers.length),
            send(world, who, { accountNumber: it.account, history: false }),
          ),
        ),
      );
      for (const who of await inOrderOfVerdicts(world, it))
        meetInModel(world, who, { accountNumber: it.account, history: false });
      return;
    }
    case 'crash':
      return crash(world, server, it);
    case 'redeliver':
      return redeliver(world, it.which);
    case 'merge':
      return mergeTwo(world, server, it.kept, it.merged);
    case 'undo':
      return undoOne(world, server, it.which);
    case 'list':
    case 'list-phone':
    case 'unlist':
    case 'scope':
    case 'merge-by-phone':
      return change(world, server, it);
    case 'next-day':
      return beginNextDay(world);
    case 'reset':
      return closeDueDays(world, server);
  }
}

async function record(world: World, { who, encounter }: Delivery): Promise<void> {
  if (encounter.phone !== undefined && encounter.phone !== null) await givePhone(world, who, encounter.phone);
  meetInModel(world, who, encounter);
}

/** The message's number may have merged its writer: then the model records the merge, which can be undone. */
async function givePhone(world: World, who: number, phone: number): Promise<void> {
  const number = world.model.givePhone(who, phone, world.mergesByPhone);
  const { rows } = await at(world.servers, 0).db.execute<{ id: string }>(sql`
    select id from fan_merges where workspace_id = ${world.workspaceId} and merged_at = ${new Date(world.now)}`);
  if (rows.length !== (number === null ? 0 : 1))
    throw new Error('one merges by phone and the other does not');
  if (number !== null) world.merges.push({ id: at(rows, 0).id, number });
}

/**
 * Returns the identities in the order of their verdicts. It is random for concurrent messages, and matters once the people turn out
 * to be one person.
 */
async function inOrderOfVerdicts(world: World, it: Step & { kind: 'meet-together' }): Promise<number[]> {
  const { rows } = await at(world.servers, 0).db.execute<{ fan: string }>(sql`
    select own_fan_id as fan from account_fans
    where workspace_id = ${world.workspaceId} and social_account_id = ${at(world.accountIds, it.account)}
    order by grown_at desc, id desc`);
  // A fan without a verdict there comes last: another fan of the same person was faster.
  const place = (who: number) => rows.findIndex(({ fan }) => fan === world.fanIds.get(who));
  return [...new Set(it.identities)].sort((a, b) => place(b) - place(a));
}

async function mergeTwo(world: World, server: Database, kept: number, merged: number): Promise<void> {
  const [keptFanId, mergedFanId] = [world.fanIds.get(kept), world.fanIds.get(merged)];
  if (keptFanId === undefined || mergedFanId === undefined) return;
  const { workspaceId, now } = world;
  const request = { workspaceId, keptFanId, mergedFanId, reason: 'manual' as const, mergedBy: null, at: now };
  const outcome = await transaction(server, (tx) => mergeFans(tx, request));
  const number = world.model.merge(kept, merged);
  if (outcome.ok !== (number !== null)) throw new Error('one merges and the other does not');
  if (outcome.ok && number !== null) world.merges.push({ id: outcome.mergeId, number });
}

async function undoOne(world: World, server: Database, which: number): Promise<void> {
  const [merge] = world.merges.splice(which % Math.max(world.merges.length, 1), 1);
  if (!merge) return;
  const { workspaceId, now } = world;
  const request = { workspaceId, mergeId: merge.id, undoneBy: null, at: now };
  const outcome = await transaction(server, (tx) => undoMerge(tx, request));
  if (!outcome.ok) throw new Error(`the merge can't be undone: ${outcome.reason}`);
  world.model.undo(merge.number);
}

async function change(world: World, server: Database, it: Step): Promise<void> {
  const { workspaceId, libraryId } = world;
  if (it.kind === 'list' || it.kind === 'list-phone') {
    if (it.kind === 'list') world.listed.add(it.identity);
    else world.listedPhones.add(it.phone);
    const key = it.kind === 'list' ? userId(it.identity) : numberOf(it.phone);
    await server.db.execute(sql`
      insert into dedupe_entries (workspace_id, platform, key, library_id)
      values (${workspaceId}, 'telegram', ${key}, ${libraryId}) on conflict do nothing`);
  } else if (it.kind === 'unlist') {
    world.listed.clear();
    world.listedPhones.clear();
    await server.db.execute(sql`delete from dedupe_entries where workspace_id = ${workspaceId}`);
  } else if (it.kind === 'merge-by-phone') {
    world.mergesByPhone = !world.mergesByPhone;
    await server.db.execute(sql`
      update workspaces set merge_fans_by_phone = ${world.mergesByPhone} where id = ${workspaceId}`);
  } else if (it.kind === 'scope') {
    const scope = at(world.scopes, it.agent) === 'workspace' ? 'sub-account' : 'workspace';
    world.scopes[it.agent] = scope;
    await server.db.execute(sql`
      update sub_accounts set dedupe_scope = ${scope}
      where workspace_id = ${workspaceId} and id = ${at(world.agentIds, it.agent)}`);
  }
}

/** Starts the next day. Days are closed late, by the next reset; what is counted until then still belongs to the new day. */
function beginNextDay(world: World): void {
  world.now += dayMs;
  world.model.day += 1;
  world.model.orderDay += 1;
}

async function closeDueDays({ workspaceId, orderIds, now }: World, server: Database): Promise<void> {
  for (const id of orderIds) while (await closeDueDay(server, { workspaceId, id }, now));
}

async function compare(world: World): Promise<void> {
  const { workspaceId, model } = world;
  const server = at(world.servers, 0);
  await proveFigures(server, workspaceId);
  same('days', await talliesOf(world, fanAccountDays), tallied(model.days));
  same('days of work orders', await talliesOf(world, fanOrderDays), tallied(model.orderDays));
  const { rows: messages } = await server.db.execute<{ id: string }>(sql`
    select platform_message_id as id from messages where workspace_id = ${workspaceId} order by 1`);
  const stored = messages.map(({ id }) => id);
  same('messages', stored, [...world.received].sort());
  const { rows } = await server.db.execute<{ type: string }>(sql`
    select counts_as as type from account_fans where workspace_id = ${workspaceId} order by 1`);
  same(
    'types',
    rows.map(({ type }) => type),
    model.types().sort(),
  );
}

async function talliesOf(
  world: World,
  counters: typeof fanAccountDays | typeof fanOrderDays,
): Promise<string[]> {
  const { db } = at(world.servers, 0);
  const { rows } = await db.execute<{ account: string; day: number } & Tally>(sql`
    select social_account_id as account, day - date '2026-05-03' as day, sum(base_fans) as base, sum(new_fans) as new,
      sum(repeat_fans) as repeat
    from ${counters} where workspace_id = ${world.workspaceId} group by 1, 2`);
  return tallied(
    new Map(rows.map(({ account: id, day, ...tally }) => [`${world.accountIds.indexOf(id)} ${day}`, tally])),
  );
}

function same(what: string, seen: readonly string[], expected: readonly string[]): void {
  if (seen.join('\n') === expected.join('\n')) return;
  throw new Error(`${what}: the product counts\n${seen.join('\n')}\nthe model\n${expected.join('\n')}`);
}
