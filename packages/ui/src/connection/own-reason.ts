import { ownReasons } from '@parley/contract/channels';

export type OwnReason = {
  word: (typeof ownReasons)[number];
  /** The number in the reason, if it contains one. */
  count: number | undefined;
};

/** Parses one of Parley's own reasons, which have a sentence; returns null for a text in the platform's words. */
export function ownReasonOf(reason: string): OwnReason | null {
  const [, said, count] = /^([a-z-]+)(?: (\d+))?$/.exec(reason) ?? [];
  const word = ownReasons.find((known) => known === said);
  return word === undefined ? null : { word, count: count === undefined ? undefined : Number(count) };
}
