/**
 * Runs pairings in the process that started them: writes what the platform reports to the row, renews the lease, and
 * stores the account in the same transaction as the row's end. The first end wins; after a kill the lease expires.
 */
import type { AccountPairingState, PlatformFault } from '@parley/contract/channels';
import { transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import type { EgressAccount } from '../../proxies/index.ts';
import { lockSubAccounts } from '../../sub-accounts/index.ts';
import type { ChannelsDeps } from '../service.ts';
import { findAccount } from '../store.ts';
import {
  type AddedAccount,
  type ConfirmedAccount,
  requirePermitted,
  storeAddedAccount,
  storeNewCredentials,
} from '../stored-account.ts';
import { nextPairingStep, type PairedAccount, type PairingCounts, type PairingStep } from './next-step.ts';
import {
  errorLocation,
  type PairingSource,
  readPairedCredentials,
  readPairing,
  revokeCredentials,
} from './platform-pairing.ts';
import * as store from './store.ts';

export type PairingDeps = ChannelsDeps & { times?: Partial<PairingTimes> };

/** All in ms. */
export type PairingTimes = {
  /** Longest duration of a pairing. */
  all: number;
  /** Interval between two checks of the row and the proxy. */
  look: number;
  /** Ends the pairing when the console has not polled for this long: the code is no longer shown to anyone. */
  unasked: number;
  /** Time for which storing the account is retried while the database is down. */
  storing: number;
};
const usualTimes: PairingTimes = { all: 180_000, look: 2_000, unasked: 20_000, storing: 30_000 };

/** `added`: the account to create; null when an existing one is paired again. */
export type Pairing = store.PairingName & {
  source: PairingSource;
  account: EgressAccount & { platform: AddedAccount['platform'] };
  /** The egress when the pairing began, named as `findPairingEgress` does. */
  egressKey: string;
  added: AddedAccount | null;
  origin: RequestOrigin;
};

/** Most concurrent pairings of one process. */
const maxAtOnce = 20;
/** Time in ms that pairings get to end when the server stops. */
const stopLimitMs = 1_500;
/** Retry interval in ms while the database is down. */
const againMs = 1_000;

/** Capacity for one pairing; disposing it releases it unless it was used. */
export type PairingSlot = Disposable & { run(pairing: Pairing): void };

export type Pairings = {
  /** Returns null when this process is at its limit. */
  take(): PairingSlot | null;
  /** Aborts a pairing of this process whose row has ended already. */
  drop(id: string): void;
  stop(): Promise<void>;
};

export function createPairings(deps: PairingDeps): Pairings {
  const running = new Map<string, { ending: Ending; settled: Promise<void> }>();
  let taken = 0;
  let stopped = false;
  return {
    take() {
      if (taken >= maxAtOnce || stopped) return null;
      taken += 1;
      let isHeld = true;
      const release = () => {
        if (isHeld) taken -= 1;
        isHeld = false;
      };
      return {
        run(pairing) {
          const ending = createEnding();
          // The server stopped while the row was being stored.
          if (stopped) ending.end({ state: 'interrupted', reason: null });
          const settled = runPairing(deps, pairing, ending).finally(() => {
            running.delete(pairing.id);
            release();
          });
          running.set(pairing.id, { ending, settled });
        },
        [Symbol.dispose]: release,
      };
    },
    drop: (id) => running.get(id)?.ending.end({ state: 'gone' }),
    async stop() {
      stopped = true;
      for (const { ending } of running.values()) ending.end({ state: 'interrupted', reason: null });
      await settlesWithin(
        stopLimitMs,
        Promise.allSettled([...running.values()].map(({ settled }) => settled)),
      );
    },
  };
}

/** `gone`: the row has ended already. */
type Outcome = store.PairingEnd | { state: 'gone' } | ({ state: 'paired' } & PairedAccount);

/** The end of a pairing; only the first call of `end` counts. */
type Ending = { signal: AbortSignal; outcome(): Outcome; end(outcome: Outcome): void };

function createEnding(): Ending {
  const controller = new AbortController();
  let first: Outcome | null = null;
  return {
    signal: controller.signal,
    outcome: () => first ?? { state: 'gone' },
    end(outcome) {
      first ??= outcome;
      controller.abort(new DOMException('The pairing has ended', 'AbortError'));
    },
  };
}

const refused = (reason: PlatformFault): store.PairingEnd => ({ state: 'refused', reason });

/** Never rejects. */
async function runPairing(deps: PairingDeps, pairing: Pairing, ending: Ending): Promise<void> {
  const { database, log, metrics, clock } = deps;
  const times = { ...usualTimes, ...deps.times };
  const done = new AbortController();
  const looked = maintainPairing(deps, pairing, ending, times, done.signal);
  void clock
    .sleep(times.all, done.signal)
    .then(() => ending.end({ state: 'expired', reason: 'pairing-expired' satisfies PlatformFault }))
    .catch(() => undefined);
  let result: AccountPairingState | 'gone' = 'interrupted';
  try {
    const outcome = await follow(deps, pairing, ending);
    const end = outcome.state === 'paired' ? await keep(deps, pairing, outcome, times.storing) : outcome;
    if (end.state !== 'gone' && end.state !== 'paired') await store.endPairing(database, pairing, end);
    result = end.state;
  } catch (error) {
    // The row is interrupted when its lease expires.
    log.error({ ...errorLocation(error), pairingId: pairing.id }, 'a pairing was broken off');
  } finally {
    done.abort();
    metrics.pairings.inc({ platform: pairing.account.platform, result });
    await looked;
  }
}

/** Writes the platform's reports to the row until the pairing ends. */
async function follow(deps: PairingDeps, pairing: Pairing, ending: Ending): Promise<Outcome> {
  const { source } = pairing;
  const late = (credentials: unknown) => void revokeCredentials(source, credentials);
  let seen: PairingCounts = { events: 0, codes: 0 };
  for await (const read of readPairing(source, ending.signal, late)) {
    if (read.kind === 'failed') return refused('pairing-failed');
    if (read.kind === 'over') return refused('platform-unreadable');
    const next = nextPairingStep(seen, read.event);
    seen = next.seen;
    const { step } = next;
    if (step.kind === 'paired') {
      if (!ending.signal.aborted) return { ...step, state: 'paired' };
      late(step.credentials);
      break;
    }
    if (step.kind === 'end') return step;
    if (!(await showStep(deps, pairing, step, ending.signal))) return { state: 'gone' };
  }
  return ending.outcome();
}

/** Writes a step to the row, retrying until the database answers. Returns false when the pairing has ended. */
async function showStep(
  { database, secrets, clock, log }: PairingDeps,
  pairing: Pairing,
  step: Extract<PairingStep, { kind: 'code' | 'scanned' }>,
  signal: AbortSignal,
): Promise<boolean> {
  const code = step.kind === 'code' ? secrets.seal(step.text, codeContext(pairing.id)) : null;
  const began = clock.now();
  while (!signal.aborted) {
    try {
      if (step.kind === 'scanned' || code === null)
        return await store.storePairingState(database, pairing, { state: 'scanned' });
      const validMs = Math.max(0, step.validMs - (clock.now() - began));
      return await store.storePairingState(database, pairing, { state: 'code', code, validMs });
    } catch (error) {
      log.warn({ ...errorLocation(error), pairingId: pairing.id }, 'a pairing could not be shown yet');
      await clock.sleep(againMs, signal).catch(() => undefined);
    }
  }
  return true;
}

/** Binds a sealed code to its pairing. */
export const codeContext = (id: string) => `code of account pairing ${id}`;

/**
 * Renews the lease, and ends a pairing that no console polls, that another process has ended, or whose proxy has
 * changed.
 */
async function maintainPairing(
  deps: PairingDeps,
  pairing: Pairing,
  ending: Ending,
  { look, unasked }: PairingTimes,
  done: AbortSignal,
): Promise<void> {
  const { database, clock, log } = deps;
  while (!done.aborted) {
    await clock.sleep(look, done).catch(() => undefined);
    if (done.aborted) return;
    try {
      const silentMs = await store.renewLease(database, pairing);
      if (silentMs === null) ending.end({ state: 'gone' });
      else if (silentMs > unasked) ending.end({ state: 'cancelled', reason: null });
      else if ((await currentEgressKey(deps, pairing)) !== pairing.egressKey)
        ending.end(refused('pairing-proxy-changed'));
    } catch (error) {
      log.warn({ err: error, pairingId: pairing.id }, 'a pairing’s lease could not be renewed');
    }
  }
}

async function currentEgressKey(
  deps: PairingDeps,
  { account, added, egressKey }: Pairing,
): Promise<string | null> {
  if (added !== null) return (await findPairingEgress(deps, account))?.egressKey ?? null;
  const now = await findAccount(deps.database, account.workspaceId, account.id);
  // A deleted account ends its pairing when the pairing is stored.
  return now === null ? egressKey : ((await findPairingEgress(deps, now))?.egressKey ?? null);
}

/** Returns an account's egress and a text that identifies it; null when its proxy no longer exists. */
export async function findPairingEgress(
  { database, proxies, network }: Pick<PairingDeps, 'database' | 'proxies' | 'network'>,
  account: EgressAccount,
) {
  const egress = (await proxies.findEgress(database, [account])).get(account.id);
  if (egress?.kind === 'proxy')
    return { egressKey: `${egress.proxyId} ${egress.version}`, network: egress.network };
  return egress?.kind === 'direct' ? { egressKey: 'direct', network } : null;
}

/** Stores a paired account and the row's end in one transaction, retrying while the database is down. */
async function keep(
  deps: PairingDeps,
  pairing: Pairing,
  { credentials: given, account }: PairedAccount,
  limitMs: number,
): Promise<store.PairingEnd | { state: 'gone' } | { state: 'paired' }> {
  const { clock, log, connections } = deps;
  const { source } = pairing;
  const read = readPairedCredentials(source, given);
  if (read === null) {
    await revokeCredentials(source, given);
    return refused('platform-unreadable');
  }
  const { credentials, first } = read;
  const tokens = first && { ...first, random: deps.random() };
  for (const until = clock.now() + limitMs; ; ) {
    try {
      const isStored = await storePaired(deps, pairing, { credentials, account, tokens });
      if (isStored) await connections.refresh();
      else void revokeCredentials(source, credentials);
      return isStored ? { state: 'paired' } : { state: 'gone' };
    } catch (error) {
      const reason = error instanceof AppError ? reasonOf(error) : null;
      if (reason === null && clock.now() < until) {
        log.warn(
          { ...errorLocation(error), pairingId: pairing.id },
          'a paired account could not be stored yet',
        );
        await clock.sleep(againMs);
        continue;
      }
      // Without an answer from the database the account may be stored, so its device is kept.
      if (reason !== null) void revokeCredentials(source, credentials);
      return refused(reason ?? 'pairing-failed');
    }
  }
}

/** Returns false when the pairing has ended meanwhile. Throws the refusals of storing an account. */
function storePaired(deps: PairingDeps, pairing: Pairing, confirmed: ConfirmedAccount): Promise<boolean> {
  const { account, added, origin } = pairing;
  const { workspaceId, id } = account;
  return transaction(deps.database, async (tx) => {
    // Recognizes an earlier commit whose answer was lost.
    if (!(await store.endPaired(tx, pairing))) return store.isPaired(tx, pairing);
    if (added === null) {
      const before = assertFound(await findAccount(tx, workspaceId, id));
      await storeNewCredentials(tx, deps, before, confirmed, origin);
    } else {
      // Locked, so that the sub-account isn't deleted while it gets an account.
      await lockSubAccounts(tx, workspaceId, [added.subAccountId]);
      await requirePermitted(tx, workspaceId, added);
      await storeAddedAccount(tx, deps, added, confirmed, origin);
    }
    return true;
  });
}

const reasons: Readonly<Record<string, PlatformFault>> = {
  'channel.already-added': 'pairing-already-added',
  'channel.other-account': 'pairing-other-account',
  'channel.app-unknown': 'pairing-app-unknown',
  'sub-account.not-found': 'pairing-sub-account-gone',
  'sub-account.platform-not-permitted': 'pairing-not-permitted',
  'resource.not-found': 'pairing-account-gone',
};

const reasonOf = ({ error }: AppError): PlatformFault => reasons[error] ?? 'pairing-failed';
