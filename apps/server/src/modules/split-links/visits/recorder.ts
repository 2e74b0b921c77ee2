/**
 * Records visits in batches, outside the redirect's critical path. A server that stops stores what is pending; one that is killed
 * loses the visits of its last `pauseMs` and the batch in flight: at most 200 ms with a healthy database.
 */
import type { Log } from '../../../base/log.ts';
import type { NewVisit } from './recorded-visit.ts';
import { setSystemTimer } from './timer.ts';

const pauseMs = 100;
const largestBatch = 2_000;
/** Maximum number of pending visits while the database is down; further visitors are redirected without being recorded. */
const maxWaiting = 200_000;
const retryMs = 1_000;

export type VisitRecorder = {
  add(visit: NewVisit): void;
  /** Stores the pending visits, as far as the database accepts them within some seconds. */
  close(): Promise<void>;
};

type Options = {
  store(visits: readonly NewVisit[]): Promise<void>;
  log: Pick<Log, 'warn'>;
  /** Calls `work` after `ms`; returns a function that cancels the call. */
  setTimer?(ms: number, work: () => void): () => void;
};

export function createVisitRecorder({ store, log, setTimer = setSystemTimer }: Options): VisitRecorder {
  let waiting: NewVisit[] = [];
  let dropped = 0;
  let cancel: (() => void) | null = null;
  let storing: Promise<boolean> | null = null;

  function schedule(ms: number): void {
    cancel ??= setTimer(ms, () => {
      cancel = null;
      void flush();
    });
  }

  /** Returns false if the database didn't accept the batch, which then stays pending. */
  async function storeSome(): Promise<boolean> {
    const batch = waiting.slice(0, largestBatch);
    try {
      await store(batch);
    } catch (error) {
      log.warn({ err: error, visits: waiting.length, dropped }, 'visits could not be stored yet');
      return false;
    }
    waiting = waiting.slice(batch.length);
    return true;
  }

  async function flush(): Promise<boolean> {
    storing ??= storeSome().finally(() => {
      storing = null;
    });
    const stored = await storing;
    if (waiting.length > 0) schedule(!stored ? retryMs : waiting.length < largestBatch ? pauseMs : 0);
    return stored;
  }

  return {
    add(visit) {
      if (waiting.length >= maxWaiting) dropped += 1;
      else waiting.push(visit);
      if (storing === null) schedule(pauseMs);
    },
    async close() {
      cancel?.();
      // Repeated for visits added while the last batch was in flight.
      while (waiting.length > 0 && (await flush())) cancel?.();
      cancel?.();
      if (waiting.length > 0 || dropped > 0)
        log.warn({ visits: waiting.length + dropped }, 'visits were not recorded');
    },
  };
}
