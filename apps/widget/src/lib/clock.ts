/** Time as a parameter, for tests. */
export type WidgetClock = {
  /** ms since the epoch. */
  now(): number;
  /** Calls once after `ms`; the returned function cancels it. */
  after(ms: number, call: () => void): () => void;
};

export const browserClock: WidgetClock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
