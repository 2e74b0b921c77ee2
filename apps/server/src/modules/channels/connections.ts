/**
 * Which social accounts this process holds, and their connections. An account is held by one process at a time
 * (a lease in its row), whichever looked first, and another takes it over when that one dies.
 */
import type { Connection } from '@parley/connectors';
import { Batches } from '../../base/batches.ts';
import { steadyNow } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { within } from '../../base/within.ts';
import type { Outbox } from '../conversations/index.ts';
import { endOwn, endRunOut, type PortAnswer, renew } from '../ports/index.ts';
import type { Way } from '../proxies/index.ts';
import { gather } from './gathered.ts';
import type { ConnectionsDeps, Held, Holder } from './held-account.ts';
import * as entries from './held-account.ts';
import { farewells } from './held-account.ts';
import { planMoves } from './holders/fair-share.ts';
import { createLifeSigns } from './holders/life-signs.ts';
import * as holders from './holders/store.ts';
import { askForPorts } from './port-round.ts';
import { endSessions } from './session-ends.ts';
import * as store from './store.ts';
import { createWaysOut, type WaysOut } from './ways-out.ts';

const lookEveryMs = 1_000;
/** Leases of ports are renewed, and those that nobody renews are ended. */
const tendEveryMs = 5_000;

/** Time that a stop takes at most to let go of all accounts, in ms; the rest ends with the process. */
const stopLimitMs = 1_800;

/** What this process holds. An account that is being let go is taken again only when nothing of it is open. */
type Holding = {
  held: Map<string, Held>;
  leaving: Map<string, Promise<void>>;
  waysOut: WaysOut;
  /** Nothing is opened any more. */
  stopping: AbortController;
};

export type Connections = {
  start(): Promise<void>;
  /**
   * Looks at once instead of at the next second: an account was added or switched. What fails now is left to that
   * second, for what it would tell is stored already.
   */
  refresh(): Promise<void>;
  /** The open connection of an account, if this process holds it. */
  get(socialAccountId: string): Connection | null;
  stop(): Promise<void>;
};

export function createConnections(deps: ConnectionsDeps): Connections {
  const { signs, log, conversations, soleProcess } = deps;
  const looks = createLooks(deps);
  const { processId, held, leaving, lifeSigns } = looks;
  let timer: NodeJS.Timeout | null = null;

  const failed = (error: unknown) => log.warn({ err: error }, 'social accounts could not be looked at');
  const round = () => {
    // When the database is slow, rounds are left out instead of piling up.
    if (looks.isDue()) return;
    looks
      .look()
      .then(() => nudgeDue(held, conversations.outbox))
      .catch(failed);
  };
  const stopListening = conversations.changes.queued.on(({ socialAccountId }) =>
    held.get(socialAccountId)?.sender.nudge(),
  );

  return {
    async start() {
      await looks.look();
      lifeSigns.start(() => soleProcess || fence(deps, looks));
      timer = setInterval(round, lookEveryMs);
    },
    refresh: () => looks.look().catch(failed),
    get: (socialAccountId) => held.get(socialAccountId)?.connection ?? null,
    async stop() {
      if (timer) clearInterval(timer);
      stopListening();
      looks.stopping.abort();
      // Each is free for other processes as soon as it is closed, whatever becomes of the rest.
      const released = new Batches<string>({
        failsAll: () => true,
        lanes: 1,
        run: (ids) => holders.releaseAccounts(signs, processId, ids).then(() => ids.map(() => undefined)),
      });
      for (const id of [...held.keys()]) leave(deps, looks, id, farewells.stopping, () => released.add(id));
      // Those that were being let go before have their own, longer limits.
      await within(stopLimitMs, Promise.all(leaving.values()));
      await lifeSigns.stop();
      await holders.release(signs, processId);
    },
  };
}

/**
 * Closes all accounts because no sign of life could be given for so long that others may open them. The next look that
 * can give one opens again what this process still holds by then.
 */
function fence(deps: ConnectionsDeps, holding: Holding): void {
  const { held } = holding;
  if (held.size === 0) return;
  deps.log.warn({ accounts: held.size }, 'social accounts are closed until the database can be reached');
  for (const [id, entry] of held) {
    entries.silence(entry);
    leave(deps, holding, id, farewells.fenced);
  }
}

/** One look at a time. Who asks during one shares the next, which begins after all of them have asked. */
function createLooks(deps: ConnectionsDeps) {
  const { database, log, clock, proxies, soleProcess } = deps;
  const processId = newId();
  const waysOut = createWaysOut(database, proxies);
  const stopping = new AbortController();
  const holding: Holding = { held: new Map(), leaving: new Map(), waysOut, stopping };
  const lookSoon = () => {
    look().catch((error: unknown) => log.debug({ err: error }, 'the next round looks again'));
  };
  const gathered = gather(database, deps.conversations.outbox, processId);
  const holder: Holder = { ...deps, processId, gathered, lookSoon };
  let looking: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const lifeSigns = createLifeSigns({ ...deps, clock: { now: steadyNow }, processId });
  let everyOther = soleProcess;
  let tendAt = 0;

  function look(): Promise<void> {
    next ??= looking.then(async () => {
      next = null;
      if (!stopping.signal.aborted) await lookNow();
    });
    looking = next.catch(() => undefined);
    return next;
  }

  async function lookNow(): Promise<void> {
    await disableBroken(holder, holding);
    await lifeSigns.beat();
    const standing = lifeSigns.standing();
    // What is read below is out of date when others may have taken accounts meanwhile.
    const holds = () => soleProcess || (standing !== null && lifeSigns.standing() === standing);
    await holders.takeAccounts(database, processId, everyOther ? 'all' : lifeSigns.takeable());
    everyOther = false;
    if (tendAt <= clock.now()) {
      await tend(holder, holding);
      tendAt = clock.now() + tendEveryMs;
    }
    await reconcileHeld(holder, holding, holds);
  }

  return {
    ...holding,
    processId,
    lifeSigns,
    look,
    isDue: () => next !== null,
  };
}

/** What no signal has told, and what is to be tried again: asked for all accounts at once. */
async function nudgeDue(held: Holding['held'], outbox: Outbox): Promise<void> {
  const online = [...held].filter(([, entry]) => entry.online).map(([id]) => id);
  if (online.length === 0) return;
  for (const id of await outbox.due(online)) held.get(id)?.sender.nudge();
}

async function tend(deps: Holder, holding: Holding): Promise<void> {
  await tendLeases(deps, holding);
  await rebalance(deps, holding);
}

async function tendLeases({ database, processId, realtime }: Holder, { held }: Holding): Promise<void> {
  await renew(database, processId);
  for (const ended of await endRunOut(database)) {
    // Who shows ports hears of it by the account's state.
    const entry = held.get(ended.socialAccountId);
    if (entry?.state) entries.announce({ realtime }, entry.account, entry.state);
  }
}

/** Gives accounts to processes that hold fewer than their share; see `planMoves`. */
async function rebalance(deps: Holder, holding: Holding): Promise<void> {
  const { database, processId } = deps;
  const loads = await holders.readLoads(database);
  await holders.forgetDead(database);
  // What nothing is under way with, longest held first.
  const quiet = [...holding.held.values()].filter(({ turns, waiting }) => turns === 0 && waiting === null);
  for (const { from, to, count } of planMoves(loads)) {
    if (from !== processId) continue;
    for (const entry of quiet.splice(0, count)) {
      entries.silence(entry);
      leave(deps, holding, entry.account.id, farewells.patient, () =>
        holders.handOver(database, processId, entry.account, to),
      );
    }
  }
}

async function reconcileHeld(deps: Holder, holding: Holding, holds: () => boolean): Promise<void> {
  // One that is being closed may be another process's by the time that the rows are read.
  const closing = new Set(holding.leaving.keys());
  const accounts = await store.readHeld(deps.database, deps.processId);
  await reconcile(
    deps,
    holding,
    accounts.filter(({ id }) => !closing.has(id)),
    holds,
  );
}

async function reconcile(
  deps: Holder,
  holding: Holding,
  accounts: readonly store.HeldAccount[],
  holds: () => boolean,
): Promise<void> {
  const { held, leaving, stopping } = holding;
  const wanted = new Map(accounts.map((account) => [account.id, account]));
  for (const id of [...held.keys()]) if (!wanted.has(id)) leave(deps, holding, id);
  const ways = await holding.waysOut(accounts);
  if (stopping.signal.aborted || !holds()) return;
  for (const account of accounts) {
    if (leaving.has(account.id)) continue;
    const entry = held.get(account.id) ?? hold(deps, held, account);
    Object.assign(entry.account, account);
    entry.port = account.leased;
    if (entry.port && entry.waiting) entries.portTaken(deps, entry);
    // What could not be stored when it was said, is stored now.
    const { state } = entry;
    if (state && (state.state !== account.state || state.reason !== account.stateReason)) {
      entries.tell(deps, entry, state);
    }
  }
  const asking = [...held.values()].filter((entry) => wantsPort(deps, entry, ways.get(entry.account.id)));
  await answer(deps, asking, ways);
  await endSessions(deps, held);
}

/** What can't be stored now is tried again at the next look; until then nothing opens the account, as it is held. */
async function disableBroken(deps: Holder, holding: Holding): Promise<void> {
  const broken = [...holding.held.values()].filter((entry) => entry.broken);
  if (broken.length === 0) return;
  const ids = broken.map(({ account }) => account.id);
  const accounts = broken.map(({ account }) => account);
  await endOwn(deps.database, deps.processId, accounts, 'disabled');
  await store.disableFailed(deps.database, deps.processId, ids);
  for (const { account } of broken) {
    leave(deps, holding, account.id, farewells.broken);
    entries.announce(deps, account, { state: 'refused', reason: 'connector-failed' });
  }
}

function hold(deps: Holder, held: Holding['held'], account: store.HeldAccount): Held {
  const entry = entries.newlyHeld(deps, account);
  held.set(account.id, entry);
  deps.metrics.connections.inc({ state: 'held' });
  return entry;
}

/** Shuts, closes and opens what needs no port for that; true: the account is to be online and has none yet. */
function wantsPort(deps: Holder, entry: Held, way: Way | undefined): boolean {
  // What is under way is decided about when it is done; a way that isn't known is asked for again.
  if (entry.turns > 0 || !way) return entry.waiting !== null;
  const { barred } = entry.account;
  if (barred !== null || way.kind === 'missing') {
    entries.shutEntry(deps, entry, barred ?? 'proxy-missing');
    return false;
  }
  if (entry.life) {
    const { life, account } = entry;
    if (life.way !== entries.nameOf(way) || life.credentials !== account.credentials)
      entries.closeToReopen(deps, entry);
    else return !entry.port && (entry.online || entry.waiting !== null);
    return false;
  }
  if (entry.openAgainAt !== null && entry.openAgainAt > deps.clock.now()) return false;
  if (!entry.port && !entry.lost) return true;
  entries.openEntry(deps, entry, way);
  return false;
}

async function answer(deps: Holder, asking: readonly Held[], ways: ReadonlyMap<string, Way>): Promise<void> {
  if (asking.length === 0) return;
  const wishes = asking.map(({ account, shut }) => ({
    workspaceId: account.workspaceId,
    id: account.id,
    refused: shut !== null,
  }));
  const answers = await askForPorts(deps.database, deps.processId, wishes);
  for (const entry of asking) apply(deps, entry, answers.get(entry.account.id), ways.get(entry.account.id));
  // Whoever waits for this look reads the refusal.
  await Promise.all(asking.filter(({ shut }) => shut !== null).map(({ telling }) => telling));
}

function apply(deps: Holder, entry: Held, answered: PortAnswer | undefined, way: Way | undefined): void {
  if (!answered) return;
  if (answered.held) {
    entries.portTaken(deps, entry);
    if (!entry.life && entry.turns === 0 && way && way.kind !== 'missing')
      entries.openEntry(deps, entry, way);
  } else if (answered.reason !== null) {
    entries.shutEntry(deps, entry, answered.reason);
  }
}

/** `afterwards` runs once nothing of it is open any more. */
function leave(
  deps: ConnectionsDeps,
  { held, leaving }: Holding,
  id: string,
  farewell: entries.Farewell = farewells.patient,
  afterwards: () => Promise<void> = async () => undefined,
): void {
  const entry = held.get(id);
  if (!entry) return;
  held.delete(id);
  deps.metrics.connections.dec({ state: 'held' });
  const gone = entries
    .closeEntry(deps, entry, farewell)
    .then(afterwards)
    .catch((error: unknown) => deps.log.warn({ err: error, socialAccountId: id }, 'closing failed'))
    .finally(() => leaving.delete(id));
  leaving.set(id, gone);
}
