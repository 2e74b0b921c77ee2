import type { Random } from '../testing/random.ts';

export type HostileCase = {
  name: string;
  /** Meets the hostile platform once and resolves with the reasons that the owner was shown. */
  play(): Promise<readonly string[]>;
  /** What one of them must match. */
  reason?: RegExp;
};

export type Hostile = {
  /** The known attacks, and so many mutations of honest input. */
  cases(random: Random, mutations: number): readonly HostileCase[];
  /** Cases played at the same time. */
  abreast: number;
};
