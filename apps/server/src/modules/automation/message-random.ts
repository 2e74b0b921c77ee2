import { createHash } from 'node:crypto';

/** Returns a number from 0 up to 1 for a purpose; the same one for the same purpose. */
export type RandomByPurpose = (purpose: string) => number;

/** Returns the lots for a message. Derived from its id, so that a repeated job draws the same ones. */
export function randomOfMessage(messageId: string): RandomByPurpose {
  return (purpose) =>
    createHash('sha256').update(`${purpose} ${messageId}`).digest().readUInt32BE(0) / 0x1_0000_0000;
}

/** Returns the item that a lot selects; undefined when there is none. */
export function pickItem<T>(items: readonly T[], lot: number): T | undefined {
  return items[Math.floor(lot * items.length)];
}
