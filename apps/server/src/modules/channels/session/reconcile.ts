/**
 * Reconciles the sessions with the rows of the accounts that this process holds, every second and after each change.
 * One round runs at a time; its statements cover all accounts.
 */
import type { Connectors } from '@parley/connectors';
import { monotonicNow } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Database } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { releaseExpiredPorts, releaseHeldPorts, renew } from '../../ports/index.ts';
import type { Proxies } from '../../proxies/index.ts';
import type { HostDeps } from '../account-host.ts';
import { planMoves } from '../holders/fair-share.ts';
import { createHeartbeat } from '../holders/heartbeat.ts';
import * as holders from '../holders/store.ts';
import type { ChannelsMetrics } from '../metrics.ts';
import { readHeldAccounts } from '../open-accounts/queries.ts';
import type { MessageFiles } from '../outbound-media.ts';
import type { TokenKeeper } from '../platform-tokens/token-keeper.ts';
import { createAppBuckets } from '../send-limits.ts';
import * as store from '../store.ts';
import { createBatchedAccountStore } from './batched-account-store.ts';
import { createEgressCache, type EgressOf } from './egress.ts';
import { releasePorts } from './release-ports.ts';
import { type RunnerDeps, releaseLimits } from './runner.ts';
import { SessionRegistry } from './session-registry.ts';
import { isQuiet } from './state.ts';
import { takeWantedPorts } from './take-ports.ts';

/** Interval in ms at which port leases are renewed and expired ones are ended. */
const tendEveryMs = 5_000;

export type ConnectionsDeps = HostDeps & {
  /** The database connection reserved for heartbeats. */
  heartbeatDatabase: Database;
  connectors: Connectors;
  secrets: SecretBox;
  metrics: ChannelsMetrics;
  proxies: Proxies;
  soleProcess: boolean;
  messageFiles: MessageFiles;
  platformTokens: TokenKeeper;
};

/** The dependencies of a round. */
type RoundDeps = Omit<RunnerDeps, 'holds'> & {
  processId: string;
  sessions: SessionRegistry;
  egressOf: EgressOf;
  /** Once aborted, nothing is opened any more. */
  stopping: AbortSignal;
};

export type Reconciler = ReturnType<typeof createReconciler>;

export function createReconciler(deps: ConnectionsDeps) {
  const { database, log, clock, proxies, soleProcess } = deps;
  const processId = newId();
  const sessions = new SessionRegistry(deps);
  const stopping = new AbortController();
  const heartbeat = createHeartbeat({ ...deps, clock: { now: monotonicNow }, processId });
  const round: RoundDeps = {
    ...deps,
    processId,
    sessions,
    stopping: stopping.signal,
    egressOf: createEgressCache(database, proxies),
    appBuckets: createAppBuckets(clock.now),
    accountStore: createBatchedAccountStore(database, deps.conversations.outbox, processId),
    checkSoon: () => {
      run().catch((error: unknown) => log.debug({ err: error }, 'the next round checks again'));
    },
  };
  let running: Promise<void> = Promise.resolve();
  let upcoming: Promise<void> | null = null;
  let everyOther = soleProcess;
  let tendAt = 0;

  /** Runs a round. Calls during a round share the next one, which begins after all of them. */
  function run(): Promise<void> {
    upcoming ??= running.then(async () => {
      upcoming = null;
      if (!stopping.signal.aborted) await runNow();
    });
    running = upcoming.catch(() => undefined);
    return upcoming;
  }

  async function runNow(): Promise<void> {
    await disableFailed(round);
    await heartbeat.beat();
    const standing = heartbeat.standing();
    // The rows read below are stale if another process may have taken accounts in between.
    const holds = () => soleProcess || (standing !== null && heartbeat.standing() === standing);
    await holders.takeAccounts(database, processId, everyOther ? 'all' : heartbeat.takeable());
    everyOther = false;
    if (tendAt <= clock.now()) {
      await renewLeases(round);
      await rebalance(round);
      await deps.platformTokens.tend(processId);
      tendAt = clock.now() + tendEveryMs;
    }
    await reconcile(round, holds);
  }

  return {
    processId,
    sessions,
    heartbeat,
    run,
    isDue: () => upcoming !== null,
    /** Starts no further round, and prevents a running one from opening anything. */
    stop: () => stopping.abort(),
  };
}

/**
 * Disables accounts whose connector failed. If that can't be stored, the next round retries; until then the account
 * stays held, so that no process opens it.
 */
async function disableFailed({ database, processId, sessions }: RoundDeps): Promise<void> {
  const failed = sessions.all().filter(({ session }) => session.kind === 'failed');
  if (failed.length === 0) return;
  const accounts = failed.map(({ account }) => account);
  await releaseHeldPorts(database, processId, accounts, 'disabled');
  await store.disableFailed(
    database,
    processId,
    accounts.map(({ id }) => id),
  );
  for (const runner of failed) {
    sessions.release(runner, { limits: releaseLimits.failed });
    runner.announce({ state: 'refused', reason: 'connector-failed' });
  }
}

/** Renews the port leases. The end of an expired one is shown by announcing the account's state again. */
async function renewLeases({ database, processId, sessions }: RoundDeps): Promise<void> {
  await renew(database, processId);
  for (const ended of await releaseExpiredPorts(database))
    sessions.get(ended.socialAccountId)?.announceAgain();
}

/** Hands accounts over to processes that hold fewer than their share; see `planMoves`. */
async function rebalance({ database, processId, sessions }: RoundDeps): Promise<void> {
  const loads = await holders.readLoads(database);
  await holders.deleteDeadProcesses(database);
  // In order of holding, the longest held first.
  const quiet = sessions.all().filter(({ session }) => isQuiet(session));
  for (const { from, to, count } of planMoves(loads)) {
    if (from !== processId) continue;
    for (const runner of quiet.splice(0, count)) {
      const afterwards = () => holders.handOverAccount(database, processId, runner.account, to);
      sessions.release(runner, { silent: true, afterwards });
    }
  }
}

/** Reconciles the sessions with the rows of all accounts that this process holds. */
async function reconcile(deps: RoundDeps, holds: () => boolean): Promise<void> {
  const { database, clock, processId, sessions, stopping } = deps;
  // An account that is being closed may belong to another process by the time the rows are read.
  const closing = sessions.releasing();
  const accounts = (await readHeldAccounts(database, processId)).filter(({ id }) => !closing.has(id));
  const wanted = new Set(accounts.map(({ id }) => id));
  for (const runner of sessions.all()) if (!wanted.has(runner.account.id)) sessions.release(runner);
  const egresses = await deps.egressOf(accounts);
  if (stopping.aborted || !holds()) return;
  const releasing = sessions.releasing();
  for (const account of accounts) {
    if (releasing.has(account.id)) continue;
    const runner = sessions.get(account.id) ?? sessions.hold({ ...deps, holds }, account);
    runner.update(account);
    const egress = egresses.get(account.id);
    // An account without a known egress is checked again in the next round.
    if (egress) runner.dispatch({ type: 'checked', now: clock.now(), account, egress });
  }
  await takeWantedPorts(deps, sessions.all());
  await releasePorts(deps, sessions.all());
}
