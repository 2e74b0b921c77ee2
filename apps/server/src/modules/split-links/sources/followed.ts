/** Decides which of the accounts that sources bring become targets, next to the typed account links. */
import { withObstacles } from '@parley/contract/split-links';
import type { Member } from './queries.ts';

type Typed = readonly { url: string }[];

/** Returns the accounts that become targets, in order. */
export function followedOf(typed: Typed, members: readonly Member[] | null): Member[] {
  if (members === null) return [];
  return withObstacles(
    members,
    typed.map(({ url }) => url),
  ).filter(({ obstacle }) => obstacle === null);
}

/** Returns the accounts that need a target row: new ones, and those whose link another account had before. */
export function withoutTarget(typed: Typed, members: readonly Member[] | null): Member[] {
  return followedOf(typed, members).filter(
    ({ targetId, targetAccountId, socialAccountId }) =>
      targetId === null || targetAccountId !== socialAccountId,
  );
}
