/**
 * Visitors who were sent to a randomly drawn target with a daily cap because their turn took too long. They are counted with the
 * link's next visitors, so that a cap is exceeded only by draws of a target that is already full.
 */
import type { LiveTarget } from './target-choice.ts';

export type PendingDraws = {
  add(linkId: string, target: LiveTarget | null): void;
  /**
   * Adds the drawn visitors of `targetIds` to `taken`; those of other targets stay pending. Returns a function that forgets the
   * added ones, to be called once `taken` is stored.
   */
  countOn(linkId: string, targetIds: readonly string[], taken: Map<string, number>): () => void;
};

export function createPendingDraws(): PendingDraws {
  /** Visitors by target, by link. */
  const draws = new Map<string, Map<string, number>>();

  function forget(linkId: string, counted: ReadonlyMap<string, number>): void {
    const ofLink = draws.get(linkId);
    for (const [targetId, visitors] of counted) {
      const left = (ofLink?.get(targetId) ?? 0) - visitors;
      if (left > 0) ofLink?.set(targetId, left);
      else ofLink?.delete(targetId);
    }
    if (ofLink?.size === 0) draws.delete(linkId);
  }

  return {
    add(linkId, target) {
      if (target === null || target.dailyCap === null) return;
      const ofLink = draws.get(linkId) ?? new Map<string, number>();
      ofLink.set(target.id, (ofLink.get(target.id) ?? 0) + 1);
      draws.set(linkId, ofLink);
    },
    countOn(linkId, targetIds, taken) {
      const ofLink = [...(draws.get(linkId) ?? [])];
      const counted = new Map(ofLink.filter(([targetId]) => targetIds.includes(targetId)));
      for (const [targetId, visitors] of counted) taken.set(targetId, (taken.get(targetId) ?? 0) + visitors);
      return () => forget(linkId, counted);
    },
  };
}
