/** What happens to the process while a test runs. */
export type Seen = {
  /** Exceptions and rejections that nobody caught: each would have ended the server. */
  escaped: readonly string[];
  /** ms of CPU time between two turns of the event loop, at most; time in which another process ran is not counted. */
  longestTurnMs: number;
  /** Bytes by which the heap and its buffers grew at most, garbage that is still there included. */
  grownBytes: number;
};

const everyMs = 5;

export function watchProcess(): { stop(): Seen } {
  const escaped: string[] = [];
  const note = (error: unknown) =>
    void escaped.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let longest = 0;
  let most = before;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    most = Math.max(most, held());
  }, everyMs);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  return {
    stop() {
      clearInterval(timer);
      process.off('uncaughtException', note).off('unhandledRejection', note);
      return { escaped, longestTurnMs: longest, grownBytes: most - before };
    },
  };
}
