import { createHash } from 'node:crypto';

/** From 0 up to 1, for a purpose; the same for the same purpose. */
export type LotSource = (purpose: string) => number;

/** Returns the lots that are drawn for a message: the same ones when its job is done again. */
export function chanceOf(messageId: string): LotSource {
  return (purpose) =>
    createHash('sha256').update(`${purpose} ${messageId}`).digest().readUInt32BE(0) / 0x1_0000_0000;
}

/** One of them; undefined if there is none. */
export function draw<T>(items: readonly T[], lot: number): T | undefined {
  return items[Math.floor(lot * items.length)];
}
