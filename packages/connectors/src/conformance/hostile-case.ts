export type HostileCase = {
  name: string;
  /** Plays the case once, and resolves with the reasons shown to the owner. */
  play(): Promise<readonly string[]>;
  /** A pattern that one of them must match. */
  reason?: RegExp;
};

export type Hostile = {
  /**
   * Opens the known attacks and a number of mutations of valid input. Servers run in another thread, so that only the
   * connector's own cost is measured.
   */
  open(seed: number, mutations: number): Promise<HostileCases>;
  /** Number of cases played concurrently. */
  concurrency: number;
};

export type HostileCases = { cases: readonly HostileCase[]; close(): Promise<void> };

/** For platforms whose input is passed by a function call, without servers. */
export function withoutServers(cases: readonly HostileCase[]): HostileCases {
  return { cases, close: async () => undefined };
}
