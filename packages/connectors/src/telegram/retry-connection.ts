import type { Backoff } from '../kit/backoff.ts';
import type { ConnectorHost } from '../spec.ts';
import { failureOf, isRefusal } from './api.ts';

/**
 * Reports a failed call to the host and waits for the backoff, or longer if the platform asks for it. Returns false if the
 * token was refused, which makes a retry pointless.
 */
export async function waitToRetryConnection(
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
