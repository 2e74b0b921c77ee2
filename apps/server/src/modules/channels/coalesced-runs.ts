/** Runs `round` once for all nudges since the last one began, one round at a time, while `isOpen` returns true. */
export function createCoalescedRuns(isOpen: () => boolean, round: () => Promise<void>) {
  let again = false;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    while (again && isOpen()) {
      again = false;
      await round();
    }
  }
  function nudge(): void {
    again = true;
    running ??= run().finally(() => {
      running = null;
      if (again && isOpen()) nudge();
    });
  }
  return {
    nudge,
    /** Resolves when no round is running. */
    settled: async () => running,
  };
}
