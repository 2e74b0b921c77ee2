import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The effects on this thread while a test ran. */
export type Seen = {
  /** Uncaught exceptions and rejections: each would have ended the server. */
  escaped: readonly string[];
  /**
   * ms of CPU time between two turns of the event loop, at most. Time in which another process or thread ran is not
   * counted, so a busy machine changes little.
   */
  longestTurnMs: number;
  /** Bytes by which the thread's heap and buffers grew at most; above half of `boundedBytes`, what survives a collection. */
  grownBytes: number;
};

/** Limits that no external party may exceed: ms of a blocked event loop, bytes of memory. */
export const boundedTurnMs = 100;
export const boundedBytes = 64 * 1024 * 1024;

const everyMs = 5;

/** Starts to watch. Run hostile servers in another thread, or their work is counted as the client's. */
export function watchProcess(): { stop(): Seen } {
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
    // A collection takes long enough to be worth it for a new record only.
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
// With the flag set, a new context has V8's `gc`, which takes no arguments that are needed here.
const collectGarbage = runInNewContext('gc') as () => void;
