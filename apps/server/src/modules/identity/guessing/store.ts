import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { familiarAddresses, guessCounters } from '../../../schema/identity.ts';
import { type GuessState, initialGuessState } from './pauses.ts';

/**
 * Returns the counter, inserted if missing, with its row locked: each of several concurrent guesses sees the one
 * before.
 */
export async function lockCounter(tx: Tx, keyHash: string): Promise<GuessState> {
  const none = { keyHash, failures: 0, countedAt: new Date(0), pausedUntil: new Date(0) };
  await tx.db.insert(guessCounters).values(none).onConflictDoNothing();
  const [row] = await tx.db
    .select()
    .from(guessCounters)
    .where(eq(guessCounters.keyHash, keyHash))
    .for('update');
  return row ? stateOf(row) : initialGuessState;
}

export async function readCounter(handle: Handle, keyHash: string): Promise<GuessState> {
  const [row] = await handle.db.select().from(guessCounters).where(eq(guessCounters.keyHash, keyHash));
  return row ? stateOf(row) : initialGuessState;
}

function stateOf({ failures, countedAt, pausedUntil }: typeof guessCounters.$inferSelect): GuessState {
  return { failures, countedAt: countedAt.getTime(), pausedUntil: pausedUntil.getTime() };
}

export async function saveCounter(tx: Tx, keyHash: string, state: GuessState): Promise<void> {
  const { failures } = state;
  const set = {
    failures,
    countedAt: new Date(state.countedAt),
    pausedUntil: new Date(state.pausedUntil),
  };
  await tx.db.update(guessCounters).set(set).where(eq(guessCounters.keyHash, keyHash));
}

export async function deleteCounters(handle: Handle, keyHashes: readonly string[]): Promise<void> {
  await handle.db.delete(guessCounters).where(inArray(guessCounters.keyHash, [...keyHashes]));
}

type Place = { accountHash: string; addressHash: string };

export async function isFamiliar(handle: Handle, place: Place, since: Date): Promise<boolean> {
  const [row] = await handle.db
    .select({ seenAt: familiarAddresses.seenAt })
    .from(familiarAddresses)
    .where(and(at(place), gt(familiarAddresses.seenAt, since)));
  return row !== undefined;
}

export async function addFamiliarAddress(tx: Tx, place: Place, seenAt: Date): Promise<void> {
  await tx.db
    .insert(familiarAddresses)
    .values({ ...place, seenAt })
    .onConflictDoUpdate({
      target: [familiarAddresses.accountHash, familiarAddresses.addressHash],
      set: { seenAt: sql`excluded.seen_at` },
    });
}

export async function deleteFamiliarAddress(tx: Tx, accountHash: string): Promise<void> {
  await tx.db.delete(familiarAddresses).where(eq(familiarAddresses.accountHash, accountHash));
}

const at = ({ accountHash, addressHash }: Place) =>
  and(eq(familiarAddresses.accountHash, accountHash), eq(familiarAddresses.addressHash, addressHash));

export async function purge(handle: Handle, counted: Date, seen: Date): Promise<void> {
  await handle.db.delete(guessCounters).where(lt(guessCounters.countedAt, counted));
  await handle.db.delete(familiarAddresses).where(lt(familiarAddresses.seenAt, seen));
}
