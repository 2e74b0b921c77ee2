/**
 * Runs the steps of `fan-runs.ts` concurrently in several processes: messages (some late, redelivered or with phone numbers), merges,
 * undoings and resets of few people. Their order is random, so no model predicts the counts; they must be what the rule derives from
 * the log.
 */
import { sql } from 'drizzle-orm';
import { type Database, transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import type { Inbound } from '../../conversations/index.ts';
import { mergeFans, undoMerge } from '../../fans/index.ts';
import { closeDueDay } from '../resets/service.ts';
import { deliver, messageOf } from './delivered-messages.ts';
import { proveFigures } from './prove-figures.ts';
import { addTeam } from './team-rows.ts';

const people = 4;
const accounts = 12;
const agents = 2;
const atOnce = 24;
const start = Date.UTC(2026, 4, 3, 23, 59);
const minuteMs = 60_000;
const lateMs = 86_400_000;

type World = {
  servers: readonly Database[];
  /** Returns an integer from 0 up to, but not including, a number. */
  draw: (below: number) => number;
  workspaceId: WorkspaceId;
  accountIds: string[];
  agentIds: string[];
  orderIds: string[];
  fanIds: string[];
  messages: Inbound[];
  mergeIds: string[];
  now: number;
};

/** Runs three bursts, the second and third on the next day; throws at the first fault. */
export async function race(servers: readonly Database[], draw: World['draw']): Promise<void> {
  const world = await createWorld(servers, draw);
  for (let burst = 0; burst < 3; burst += 1) {
    await Promise.all(Array.from({ length: atOnce }, () => act(world)));
    await check(world);
    world.now += minuteMs;
  }
}

async function createWorld(servers: readonly Database[], draw: World['draw']): Promise<World> {
  const workspaceId = trustWorkspaceId(newId());
  const ids = (length: number) => Array.from({ length }, () => newId());
  const lists = { accountIds: ids(accounts), agentIds: ids(agents), orderIds: ids(agents) };
  const world = { servers, draw, workspaceId, ...lists, fanIds: [], messages: [], mergeIds: [], now: start };
  await addTeam(one(world, servers), world);
  await one(world, servers).db.execute(sql`
    update workspaces set merge_fans_by_phone = true where id = ${workspaceId}`);
  return world;
}

function one<Item>({ draw }: Pick<World, 'draw'>, items: readonly Item[]): Item {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('nothing to draw from');
  return item;
}

function act(world: World): Promise<void> {
  const kind = world.draw(12);
  if (kind < 6) return meet(world);
  if (kind < 8) return merge(world);
  return kind < 11 ? undo(world) : reset(world);
}

/** Delivers messages of one or two people, some of them late, or some that were delivered before. */
async function meet(world: World): Promise<void> {
  const { draw, now, messages } = world;
  const batch = messages.length > 0 && draw(4) === 0 ? [one(world, messages)] : newMessages(world);
  messages.push(...batch);
  const fanIds = await deliver(one(world, world.servers), batch, now);
  world.fanIds = [...new Set([...world.fanIds, ...fanIds])];
}

function newMessages(world: World): Inbound[] {
  const { workspaceId, draw, now } = world;
  const account = draw(accounts);
  const who = [...new Set(Array.from({ length: 1 + draw(2) }, () => draw(people)))];
  return who.map((number) =>
    messageOf({
      who: number,
      account: {
        workspaceId,
        platform: 'telegram',
        id: world.accountIds[account] ?? '',
        subAccountId: world.agentIds[account % agents] ?? '',
      },
      history: false,
      phone: draw(3) === 0 ? `+3460000000${draw(2)}` : null,
      sentAt: now - draw(3) * lateMs,
    }),
  );
}

async function merge(world: World): Promise<void> {
  const { workspaceId, fanIds, now } = world;
  if (fanIds.length === 0) return;
  const parts = { keptFanId: one(world, fanIds), mergedFanId: one(world, fanIds) };
  const request = { workspaceId, ...parts, reason: 'manual' as const, mergedBy: null, at: now };
  const outcome = await transaction(one(world, world.servers), (tx) => mergeFans(tx, request));
  if (outcome.ok) world.mergeIds.push(outcome.mergeId);
}

async function undo(world: World): Promise<void> {
  const { workspaceId, mergeIds, now } = world;
  if (mergeIds.length === 0) return;
  const request = { workspaceId, mergeId: one(world, mergeIds), undoneBy: null, at: now };
  await transaction(one(world, world.servers), (tx) => undoMerge(tx, request));
}

async function reset(world: World): Promise<void> {
  const { workspaceId, now } = world;
  await closeDueDay(one(world, world.servers), { workspaceId, id: one(world, world.orderIds) }, now);
}

/** Throws if a row belongs to another person than its identity, counts differently from the rule, or is summed wrongly. */
async function check(world: World): Promise<void> {
  const { workspaceId } = world;
  const server = one(world, world.servers);
  const { rows: misplaced } = await server.db.execute(sql`
    select own_fan_id, fan_id from account_fans
    where workspace_id = ${workspaceId} and topmost_fan(workspace_id, own_fan_id) <> fan_id
    union all
    select own_fan_id, fan_id from fan_identities
    where workspace_id = ${workspaceId} and topmost_fan(workspace_id, own_fan_id) <> fan_id`);
  if (misplaced.length > 0) throw new Error(`rows of other people: ${JSON.stringify(misplaced)}`);
  const { rows: counted } = await server.db.execute(sql`
    select fan_id, count(*) filter (where counts_as = 'new') as new, count(*) as counted,
      count(distinct social_account_id) as accounts
    from account_fans where workspace_id = ${workspaceId} and counts_as <> 'merged' group by 1
    having count(*) filter (where counts_as = 'new') <> 1 or count(*) <> count(distinct social_account_id)`);
  if (counted.length > 0) throw new Error(`people who aren't new once: ${JSON.stringify(counted)}`);
  await proveFigures(server, workspaceId);
}
