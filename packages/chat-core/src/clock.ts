/** The current time and timers, injected so that tests can control them. */
export type ClientClock = {
  /** Returns the time in ms since the epoch. */
  now(): number;
  /** Runs `work` once after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): Cancel;
};

export type Cancel = () => void;

/** The runtime's clock. */
export const systemClock: ClientClock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
