/** A connector's pairing, guarded: whatever it throws, floods or leaves open is the end of this pairing alone. */
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
import { within } from '../../../base/within.ts';

export type PairingSource = {
  connector: Connector;
  values: PairingValues;
  network: Network;
  clock: CallContext['clock'];
  log: Log;
};

/** `failed`: the connector threw. `over`: it has ended without an end. */
export type SourceEvent = { kind: 'event'; event: PairingEvent } | { kind: 'failed' } | { kind: 'over' };

/** ms that a connector gets to close what it has opened, and to withdraw credentials. */
const closingMs = 5_000;
const withdrawalMs = 15_000;

/**
 * Yields what a connector reports, until `signal` aborts; then at once, whether the connector ends or not. `late` receives the
 * credentials of an account that is paired after that.
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
    // It may be stuck in what it waits for.
    const closed = attributedCall(reportTo(source), () => events.return(undefined));
    void within(closingMs, closed.catch(ignore)).finally(() => network.end());
  }
}

/** A generator over the connector's iterable: what that throws at its beginning, too, is thrown by `next`. */
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

/** Logs where an exception was thrown, without its message: codes and credentials may be in it. */
function reportTo({ log, connector }: PairingSource): (error: unknown) => void {
  return (error) => {
    const { platform } = connector.manifest;
    log.error({ platform, ...placeOf(error) }, 'a pairing threw');
  };
}

/** Returns the name and the places of an exception, none of its texts. */
export function placeOf(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at [\w.<>[\] ]*\(?(file|node|\/)/.test(line));
  return { error: error.constructor.name, at: at.slice(0, 10).map((line) => line.trim()) };
}

/**
 * Returns the credentials as they are stored, and the tokens that the account begins with (null: it needs none); null: they can't be
 * this platform's.
 */
export function readPaired(
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
    log.warn({ platform, ...placeOf(error) }, 'paired credentials could not be read');
    return null;
  }
}

/** Has the platform forget credentials that aren't stored. Never rejects. */
export async function withdraw(source: PairingSource, credentials: unknown): Promise<void> {
  const { connector, clock, log } = source;
  const network = closableNetwork(source.network);
  const signal = AbortSignal.timeout(withdrawalMs);
  const work = attributedCall(reportTo(source), async () =>
    connector.pairing?.unpair(credentials, { network, clock, log, signal }),
  );
  const { platform } = connector.manifest;
  try {
    if (!(await within(withdrawalMs, work)))
      log.warn({ platform }, 'a pairing could not be withdrawn in time');
  } catch (error) {
    log.warn({ platform, ...placeOf(error) }, 'a pairing could not be withdrawn');
  } finally {
    network.end();
  }
}
