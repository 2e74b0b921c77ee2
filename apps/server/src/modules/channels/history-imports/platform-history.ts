/**
 * Guards a connector's reading of a history: an exception or a leaked resource becomes trouble of this import alone.
 */
import type { Connector, HistoryBatch, HistoryRequest, HistoryTrouble } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { attributedCall, OutOfBandError } from '../../../base/attribution.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import { networkOf } from '../account-network.ts';
import { readCursor } from '../connector-values/store.ts';
import { openCredentials } from '../credentials.ts';
import type { ConnectionsDeps } from '../session/reconcile.ts';

export type HistorySourceDeps = Pick<
  ConnectionsDeps,
  'database' | 'connectors' | 'secrets' | 'proxies' | 'network' | 'clock' | 'log' | 'platformTokens'
> & {
  /** Time limit of a page in ms. */
  pageMs?: number;
};

export type HistoryStep = HistoryBatch | HistoryTrouble;

const usualPageMs = 60_000;
/** Time limit in ms for a connector to close its resources. */
const closingMs = 5_000;

const later = (reason: PlatformFault | 'proxy-missing', retryAfterMs = 0): HistoryTrouble => ({
  ok: false,
  outcome: 'later',
  reason,
  retryAfterMs,
});

/** Yields pages until the last one or until trouble. Ends early, without a step, when `stopped` aborts. */
export async function* readPlatformHistory(
  deps: HistorySourceDeps,
  account: SocialAccountRow,
  place: Pick<HistoryRequest, 'position' | 'since'>,
  stopped: AbortSignal,
): AsyncGenerator<HistoryStep> {
  const connector = deps.connectors.get(account.platform);
  if (!account.enabled) return yield later('account-switched-off', 60_000);
  if (!connector?.readHistory) return yield { ...later('connector-failed'), outcome: 'refused' };
  const network = await networkOf(deps, account);
  if (!network) return yield later('proxy-missing', 60_000);
  const { database, clock, log, secrets, pageMs = usualPageMs } = deps;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);
  const { workspaceId, id } = account;
  const cursor = { load: () => readCursor(database, workspaceId, id) };
  const request = { ...place, until: account.createdAt.getTime() };
  const context = { network, clock, log, signal, cursor, tokens: deps.platformTokens.of(account) };
  const pages = pagesOf(connector, request, openCredentials(secrets, account), context);
  try {
    for (;;) {
      const next = await guarded(deps, account, () => pages.next(), pageMs);
      if (stopped.aborted) return;
      if (next === null) return yield later('connector-failed');
      if (next === 'late') return yield later('platform-silent');
      if (next.done) return yield later('platform-unreadable');
      yield next.value;
      if (!next.value.ok || next.value.position === null) return;
    }
  } finally {
    ending.abort();
    await guarded(deps, account, () => pages.return(undefined), Math.min(closingMs, pageMs));
  }
}

/**
 * Wraps the connector's iterable in a generator, so that even an exception thrown when it is created surfaces from
 * `next`.
 */
async function* pagesOf(
  connector: Connector,
  ...given: Parameters<NonNullable<Connector['readHistory']>>
): AsyncGenerator<HistoryStep, undefined, undefined> {
  for await (const step of connector.readHistory?.(...given) ?? []) yield step;
}

/** Returns null when the connector has failed, `late` when it exceeded the limit. */
async function guarded<T>(
  { log }: HistorySourceDeps,
  { id, platform }: SocialAccountRow,
  ask: () => Promise<T>,
  limitMs: number,
): Promise<T | 'late' | null> {
  const report = (err: unknown) => log.error({ err, platform }, 'reading a history threw out of band');
  const limit = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => limit.resolve('late'), limitMs);
  try {
    return await Promise.race([attributedCall(report, ask), limit.promise]);
  } catch (error) {
    if (!(error instanceof OutOfBandError))
      log.warn({ err: error, socialAccountId: id, platform }, 'a history could not be read');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
