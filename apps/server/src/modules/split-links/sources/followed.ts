/** Decides which of the accounts that sources bring are targets, beside the account links that were typed. */
import { withObstacles } from '@parley/contract/split-links';
import type { Member } from './queries.ts';

type Typed = readonly { url: string }[];

/** Returns the accounts that are targets, in their order. */
export function followedOf(typed: Typed, members: readonly Member[] | null): Member[] {
  if (members === null) return [];
  return withObstacles(
    members,
    typed.map(({ url }) => url),
  ).filter(({ obstacle }) => obstacle === null);
}

/** Returns those that need a row: the account is new, or another one had its link before. */
export function withoutTarget(typed: Typed, members: readonly Member[] | null): Member[] {
  return followedOf(typed, members).filter(
    ({ targetId, targetAccountId, socialAccountId }) =>
      targetId === null || targetAccountId !== socialAccountId,
  );
}
