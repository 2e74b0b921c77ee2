import type { SplitLink } from '@parley/contract/split-links';
import { belowCap, drawTarget, isBelowCap, type LiveTarget } from './target-choice.ts';

export type TargetSelection = {
  mode: SplitLink['mode'];
  available: readonly LiveTarget[];
  /** `roundOf(available)`; empty in random mode. */
  round: readonly LiveTarget[];
  /** The first of the turns taken for these visitors. */
  position: number;
  /** Today's visitors of each target with a cap; incremented as visitors are assigned. */
  taken: Map<string, number>;
  random: () => number;
};

/** Assigns each of `visitors` a target below its cap, or null if none is left. */
export function selectTargets(visitors: number, selection: TargetSelection): (LiveTarget | null)[] {
  const { taken } = selection;
  return Array.from({ length: visitors }, (_, at) => {
    const target =
      selection.mode === 'random' ? drawn(selection) : inTurn(selection, selection.position + at);
    if (target !== null && target.dailyCap !== null) taken.set(target.id, (taken.get(target.id) ?? 0) + 1);
    return target;
  });
}

const drawn = ({ available, taken, random }: TargetSelection) =>
  drawTarget(belowCap(available, taken), random);

/** Returns the target whose turn it is, or the next one in the round that is below its cap. */
function inTurn({ round, taken }: TargetSelection, position: number): LiveTarget | null {
  for (let ahead = 0; ahead < round.length; ahead += 1) {
    const target = round[(position + ahead) % round.length];
    if (target !== undefined && isBelowCap(target, taken)) return target;
  }
  return null;
}
