/** Guards a connector's pairing: an exception, a flood of events or a leaked resource ends only this pairing. */
import {
  type CallContext,
  type Connector,
  type FirstTokens,
  type PairingEvent,
  type PairingValues,
  pairingLimits,
} from '@parley/connectors';
import { attributedCall } from '../../../base/attribution.ts';
import { closableNetwork } from '../../../base/closable-network.ts';
import type { Log } from '../../../base/log.ts';
import type { Network } from '../../../base/network.ts';
import { settlesWithin } from '../../../base/settles-within.ts';

export type PairingSource = {
  connector: Connector;
  values: PairingValues;
  network: Network;
  clock: CallContext['clock'];
  log: Log;
};

/** `failed`: the connector threw. `over`: it finished without reporting an end. */
export type SourceEvent = { kind: 'event'; event: PairingEvent } | { kind: 'failed' } | { kind: 'over' };

/** Time limits in ms for a connector to close its resources, and to withdraw credentials. */
const closingMs = 5_000;
const withdrawalMs = 15_000;

/**
 * Yields a connector's reports until `signal` aborts, then returns at once even if the connector hangs. `late` receives
 * the credentials of an account whose pairing completes after that.
 */
export async function* readPairing(
  source: PairingSource,
  signal: AbortSignal,
  late: (credentials: unknown) => void,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { connector, values, clock, log } = source;
  const network = closableNetwork(source.network);
  const ending = new AbortController();
  const context = { network, clock, log, signal: AbortSignal.any([signal, ending.signal]) };
  const events = eventsOf(connector, values, context);
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    while (!signal.aborted) {
      const asked = attributedCall(reportTo(source), () => events.next());
      const next = await Promise.race([orFailed(source, asked), aborted]);
      if (next === null) {
        void asked.then(({ value }) => value?.kind === 'paired' && late(value.credentials), ignore);
        return;
      }
      if (next === 'failed') return yield { kind: 'failed' };
      if (next.done) return yield { kind: 'over' };
      yield { kind: 'event', event: next.value };
    }
  } finally {
    ending.abort();
    // The connector may be blocked on a pending call.
    const closed = attributedCall(reportTo(source), () => events.return(undefined));
    void settlesWithin(closingMs, closed.catch(ignore)).finally(() => network.end());
  }
}

/**
 * Wraps the connector's iterable in a generator, so that even an exception thrown when it is created surfaces from
 * `next`.
 */
async function* eventsOf(
  connector: Connector,
  ...given: Parameters<NonNullable<Connector['pairing']>['pair']>
): AsyncGenerator<PairingEvent, undefined, undefined> {
  for await (const event of connector.pairing?.pair(...given) ?? []) yield event;
}

const ignore = () => undefined;

async function orFailed<T>(source: PairingSource, work: Promise<T>): Promise<T | 'failed'> {
  try {
    return await work;
  } catch (error) {
    reportTo(source)(error);
    return 'failed';
  }
}

/** Logs where an exception was thrown, without its message, which may contain codes or credentials. */
function reportTo({ log, connector }: PairingSource): (error: unknown) => void {
  return (error) => {
    const { platform } = connector.manifest;
    log.error({ platform, ...errorLocation(error) }, 'a pairing threw');
  };
}

/** Returns an exception's class name and stack locations, without its message. */
export function errorLocation(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at [\w.<>[\] ]*\(?(file|node|\/)/.test(line));
  return { error: error.constructor.name, at: at.slice(0, 10).map((line) => line.trim()) };
}

/**
 * Returns the credentials in stored form and the account's first tokens (null when it needs none), or null when the
 * credentials are not valid for this platform.
 */
export function readPairedCredentials(
  { connector, log }: PairingSource,
  given: unknown,
): { credentials: unknown; first: FirstTokens | null } | null {
  const { platform, credentials: shape } = connector.manifest;
  try {
    const read = shape.safeParse(given);
    if (!read.success) return null;
    const bytes = Buffer.byteLength(JSON.stringify(read.data));
    if (bytes > pairingLimits.credentialsBytes) return null;
    return { credentials: read.data, first: connector.tokens?.first(read.data) ?? null };
  } catch (error) {
    log.warn({ platform, ...errorLocation(error) }, 'paired credentials could not be read');
    return null;
  }
}

/** Asks the platform to revoke credentials that will not be stored. Never rejects. */
export async function revokeCredentials(source: PairingSource, credentials: unknown): Promise<void> {
  const { connector, clock, log } = source;
  const network = closableNetwork(source.network);
  const signal = AbortSignal.timeout(withdrawalMs);
  const work = attributedCall(reportTo(source), async () =>
    connector.pairing?.unpair(credentials, { network, clock, log, signal }),
  );
  const { platform } = connector.manifest;
  try {
    if (!(await settlesWithin(withdrawalMs, work)))
      log.warn({ platform }, 'a pairing could not be withdrawn in time');
  } catch (error) {
    log.warn({ platform, ...errorLocation(error) }, 'a pairing could not be withdrawn');
  } finally {
    network.end();
  }
}
