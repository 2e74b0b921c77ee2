/** Charges a sub-account, or the owner who pays for it, the characters of a translation. */
import type { Tx } from '../../base/db/database.ts';
import type { UsageDetails } from '../../schema/characters.ts';
import type { Reservation } from './leased-blocks.ts';
import { insertUsages } from './store.ts';

export type ReservedCharacters = { reservation: Reservation; subAccountId: string };
export type Charge = {
  reserved: ReservedCharacters;
  /** Idempotency key: names what is paid for, so that nothing is paid twice. */
  key: string;
  messageId: string;
  /** Not more than was reserved. */
  amount: number;
  details: UsageDetails;
};

/**
 * Books charges in the transaction that stores what was paid for. Returns the booked number of each; 0 when its key
 * was booked before. Throws for a charge above its reservation, and for one whose lease was settled.
 */
export async function charge(tx: Tx, charges: readonly Charge[]): Promise<number[]> {
  if (charges.length === 0) return [];
  const usages = charges.map(({ reserved: { reservation, subAccountId }, ...usage }) => {
    if (usage.amount > reservation.amount) throw new Error('a charge above its reservation');
    const { workspaceId, leaseId, accountId } = reservation.block;
    return { workspaceId, leaseId, accountId, subAccountId, ...usage };
  });
  const outcomes = await insertUsages(tx, usages);
  return usages.map(({ leaseId, amount }, index) => {
    if (outcomes[index] === 'settled') throw new Error(`the lease ${leaseId} was settled before its charge`);
    return outcomes[index] === 'booked' ? amount : 0;
  });
}
