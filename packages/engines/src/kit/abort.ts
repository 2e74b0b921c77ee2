/** Aborts work immediately. */
import { EngineError } from '../spec.ts';

/** Settles as `work` does, or rejects with `EngineError('timeout')` the moment the signal is aborted. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(timedOut(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Runs `work` on every item, at most `width` concurrently, and returns the results in the items' order. Starts no more after a
 * failure.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = each(items);
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/** Iterates over items for several consumers. Unlike an array's own iterator, it is closed for all when one throws. */
function* each<T>(items: readonly T[]): Generator<[number, T], void> {
  yield* items.entries();
}

/** Throws `EngineError('timeout')` once the signal is aborted. */
export function assertRunning(signal: AbortSignal): void {
  if (signal.aborted) throw timedOut(signal);
}

export function timedOut(signal: AbortSignal): EngineError {
  return new EngineError('timeout', 'The translation was given up at its time limit.', {
    cause: signal.reason,
  });
}
