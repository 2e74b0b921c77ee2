/**
 * Visitors whom chance led to a target with a daily cap, as their turn could not be had in time. They count with the next
 * visitors of their link, so that a cap is passed only by those whom chance leads to a full target.
 */
import type { LiveTarget } from './target-choice.ts';

export type DrawnVisitors = {
  add(linkId: string, target: LiveTarget | null): void;
  /**
   * Counts them on in `taken`, the visitors of `targetIds`; who was led elsewhere waits. Returns what forgets them, for when
   * that is stored.
   */
  countOn(linkId: string, targetIds: readonly string[], taken: Map<string, number>): () => void;
};

export function createDrawnVisitors(): DrawnVisitors {
  /** By link, then by target. */
  const drawn = new Map<string, Map<string, number>>();

  function forget(linkId: string, counted: ReadonlyMap<string, number>): void {
    const ofLink = drawn.get(linkId);
    for (const [targetId, visitors] of counted) {
      const left = (ofLink?.get(targetId) ?? 0) - visitors;
      if (left > 0) ofLink?.set(targetId, left);
      else ofLink?.delete(targetId);
    }
    if (ofLink?.size === 0) drawn.delete(linkId);
  }

  return {
    add(linkId, target) {
      if (target === null || target.dailyCap === null) return;
      const ofLink = drawn.get(linkId) ?? new Map<string, number>();
      ofLink.set(target.id, (ofLink.get(target.id) ?? 0) + 1);
      drawn.set(linkId, ofLink);
    },
    countOn(linkId, targetIds, taken) {
      const ofLink = [...(drawn.get(linkId) ?? [])];
      const counted = new Map(ofLink.filter(([targetId]) => targetIds.includes(targetId)));
      for (const [targetId, visitors] of counted) taken.set(targetId, (taken.get(targetId) ?? 0) + visitors);
      return () => forget(linkId, counted);
    },
  };
}
