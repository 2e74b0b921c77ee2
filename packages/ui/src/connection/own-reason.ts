import { ownReasons } from '@parley/contract/channels';

export type OwnReason = {
  word: (typeof ownReasons)[number];
  /** The number in the sentence, if the reason contains one. */
  count: number | undefined;
};

/** A reason of Parley's own, which has a sentence; null: it is in the platform's words. */
export function ownReasonOf(reason: string): OwnReason | null {
  const [, said, count] = /^([a-z-]+)(?: (\d+))?$/.exec(reason) ?? [];
  const word = ownReasons.find((known) => known === said);
  return word === undefined ? null : { word, count: count === undefined ? undefined : Number(count) };
}
