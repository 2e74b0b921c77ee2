export type HostileCase = {
  name: string;
  /** Meets the hostile platform once and resolves with the reasons that the owner was shown. */
  play(): Promise<readonly string[]>;
  /** A pattern that one of them must match. */
  reason?: RegExp;
};

export type Hostile = {
  /**
   * The known attacks, and so many mutations of honest input. Servers run in another thread, so that what is measured
   * is the connector's own.
   */
  open(seed: number, mutations: number): Promise<HostileCases>;
  /** Cases played at the same time. */
  concurrency: number;
};

export type HostileCases = { cases: readonly HostileCase[]; close(): Promise<void> };

/** For platforms whose input is handed over by a function call: no servers to run. */
export function withoutServers(cases: readonly HostileCase[]): HostileCases {
  return { cases, close: async () => undefined };
}
