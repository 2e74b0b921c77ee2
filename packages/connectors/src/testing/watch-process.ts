import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The effects on this thread during a test. */
export type ProcessEffects = {
  /** Uncaught exceptions and rejections, each of which would have ended the server. */
  escaped: readonly string[];
  /**
   * Longest CPU time between two turns of the event loop, in ms. Time used by other processes and threads is not counted, so a
   * busy machine changes little.
   */
  longestTurnMs: number;
  /**
   * Largest growth of the thread's heap and buffers, in bytes; above half of `boundedBytes`, measured after garbage collection.
   */
  grownBytes: number;
};

/** Limits that no external input may exceed: ms of a blocked event loop, and bytes of memory. */
export const boundedTurnMs = 100;
export const boundedBytes = 64 * 1024 * 1024;

const everyMs = 5;

/** Starts watching. Run hostile servers in another thread, or their work counts as the client's. */
export function watchProcess(): { stop(): ProcessEffects } {
  const escaped: string[] = [];
  const note = (error: unknown) =>
    void escaped.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  collectGarbage();
  const before = held();
  let longest = 0;
  let most = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    let grown = held() - before;
    // Garbage collection is slow, so it runs only for a new maximum.
    if (grown > Math.max(most, boundedBytes / 2)) {
      collectGarbage();
      grown = held() - before;
    }
    most = Math.max(most, grown);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, everyMs);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  return {
    stop() {
      look();
      clearInterval(timer);
      process.off('uncaughtException', note).off('unhandledRejection', note);
      return { escaped, longestTurnMs: longest, grownBytes: most };
    },
  };
}

function held(): number {
  // `external` includes the array buffers.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

setFlagsFromString('--expose-gc');
// With the flag set, a new context exposes V8's `gc`, which can be called without arguments.
const collectGarbage = runInNewContext('gc') as () => void;
