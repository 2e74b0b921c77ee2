import { poll } from '@parley/testing';

/** The results of one load phase: the latency of each message, and the number of failures. */
export type Record = {
  /** Milliseconds from due to done, in order of completion. */
  latencies: Float64Array;
  failed: number;
  /** From the first message's due time to the last completion. */
  elapsedMs: number;
  /** CPU time that this process used meanwhile, as a fraction of one core. */
  processor: number;
};

export type Recorder = {
  begin(): void;
  /** Records that a message was sent. */
  came(due: number): void;
  done(due: number, at: number): void;
  failed(): void;
  /** Resolves with the phase's results when all messages are done or failed; rejects after `waitTimeoutMs`. */
  finish(waitTimeoutMs: number): Promise<Record>;
};

export function createRecorder(now: () => number): Recorder {
  let latencies: number[] = [];
  let open = 0;
  let failures = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let began = 0;
  let usage = process.cpuUsage();
  return {
    begin() {
      latencies = [];
      [open, failures, first, last] = [0, 0, Number.POSITIVE_INFINITY, 0];
      began = now();
      usage = process.cpuUsage();
    },
    came(due) {
      open += 1;
      first = Math.min(first, due);
    },
    done(due, at) {
      open -= 1;
      last = Math.max(last, at);
      latencies.push(at - due);
    },
    failed() {
      open -= 1;
      failures += 1;
    },
    async finish(waitTimeoutMs) {
      const isDone = await poll(() => open === 0, waitTimeoutMs);
      if (!isDone) throw new Error(`${open} of ${latencies.length + failures + open} are still not done`);
      const used = process.cpuUsage(usage);
      return {
        latencies: Float64Array.from(latencies),
        failed: failures,
        elapsedMs: last - first,
        processor: (used.user + used.system) / 1000 / (now() - began),
      };
    },
  };
}
