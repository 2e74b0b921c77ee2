/**
 * Connections of the social accounts that this process holds. Each account is held by one process, the first to claim
 * it; other processes take it over when the holder's heartbeat (`holders/store.ts`) stops.
 */
import type { Connection } from '@parley/connectors';
import { Batches } from '../../base/batches.ts';
import { settlesWithin } from '../../base/settles-within.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import * as holders from './holders/store.ts';
import { type ConnectionsDeps, createReconciler, type Reconciler } from './session/reconcile.ts';
import { releaseLimits } from './session/runner.ts';
import type { SessionRegistry } from './session/session-registry.ts';

const roundEveryMs = 1_000;

/** Time limit in ms for releasing all accounts at a stop; whatever is left ends with the process. */
const stopLimitMs = 1_800;

export type Connections = {
  start(): Promise<void>;
  /**
   * Reconciles at once instead of within a second, after an account was added or switched. A failure is left to the
   * next round: the change is stored already.
   */
  refresh(): Promise<void>;
  /** The open connection of an account, if this process holds it. */
  get(socialAccountId: string): Connection | null;
  stop(): Promise<void>;
};

export function createConnections(deps: ConnectionsDeps): Connections {
  const { heartbeatDatabase, log, conversations, soleProcess } = deps;
  const reconciler = createReconciler(deps);
  const { processId, sessions, heartbeat } = reconciler;
  let timer: NodeJS.Timeout | null = null;

  const failed = (error: unknown) => log.warn({ err: error }, 'accounts could not be read');
  const round = () => {
    // While the database is slow, rounds are skipped instead of piling up.
    if (reconciler.isDue()) return;
    reconciler
      .run()
      .then(() => nudgeDue(sessions, conversations.outbox))
      .catch(failed);
  };
  const stopListening = conversations.changes.queued.on(({ socialAccountId }) =>
    sessions.get(socialAccountId)?.sender.nudge(),
  );

  return {
    async start() {
      await reconciler.run();
      heartbeat.start(() => soleProcess || fence(deps, sessions));
      timer = setInterval(round, roundEveryMs);
    },
    refresh: () => reconciler.run().catch(failed),
    get: (socialAccountId) => sessions.get(socialAccountId)?.connection ?? null,
    async stop() {
      if (timer) clearInterval(timer);
      stopListening();
      // Losing a token answer before it is stored may cost an authorization.
      const tokensStored = settlesWithin(stopLimitMs, deps.platformTokens.settled());
      await releaseAll(deps, reconciler);
      await tokensStored;
      await heartbeat.stop();
      await holders.releaseAllAccounts(heartbeatDatabase, processId);
    },
  };
}

/** Releases all accounts; each becomes free for other processes as soon as it is closed, regardless of the others. */
async function releaseAll(
  { heartbeatDatabase }: ConnectionsDeps,
  { processId, sessions, stop }: Reconciler,
): Promise<void> {
  stop();
  const released = new Batches<string>({
    failsAll: () => true,
    lanes: 1,
    run: (ids) =>
      holders.releaseAccounts(heartbeatDatabase, processId, ids).then(() => ids.map(() => undefined)),
  });
  for (const runner of sessions.all()) {
    const afterwards = () => released.add(runner.account.id);
    sessions.release(runner, { limits: releaseLimits.stopping, afterwards });
  }
  // Accounts whose release began earlier have separate, longer limits.
  await settlesWithin(stopLimitMs, sessions.allClosed());
}

/**
 * Closes all accounts, because no heartbeat could be written for so long that other processes may open them. The first
 * round with a working heartbeat reopens those that this process still holds.
 */
function fence({ log }: ConnectionsDeps, sessions: SessionRegistry): void {
  const held = sessions.all();
  if (held.length === 0) return;
  log.warn({ accounts: held.length }, 'social accounts are closed until the database can be reached');
  for (const runner of held) sessions.release(runner, { limits: releaseLimits.fenced, silent: true });
}

/** Nudges the senders of messages whose signal was lost or whose retry is due, with one query for all accounts. */
async function nudgeDue(sessions: SessionRegistry, outbox: MessageOutbox): Promise<void> {
  const online = sessions.all().filter(({ session }) => session.kind === 'online');
  if (online.length === 0) return;
  for (const id of await outbox.due(online.map(({ account }) => account.id)))
    sessions.get(id)?.sender.nudge();
}
