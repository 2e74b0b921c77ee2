import type { Backoff } from '../kit/backoff.ts';
import type { ConnectorHost } from '../spec.ts';
import { failureOf, isRefusal } from './api.ts';

/**
 * What receiving does after a failed call: tells the host and waits, at least as long as the platform asks.
 * False: the token is refused, and nothing more is to be tried.
 */
export async function outlast(
  error: unknown,
  host: ConnectorHost,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<boolean> {
  const failure = failureOf(error);
  const { reason, code } = failure;
  if (isRefusal(failure)) {
    host.state('refused', reason);
    return false;
  }
  host.log.warn({ reason, code }, 'telegram: not connected, trying again');
  host.state('connecting', reason);
  const pause = Math.max(backoff.next(), failure.retryAfterMs ?? 0);
  await host.clock.sleep(pause, signal).catch(() => undefined);
  return true;
}
