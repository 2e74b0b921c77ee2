import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommended setting for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** A hash of no password that anyone has: verifying against it costs what a real one does. */
const nobody = hash(crypto.randomUUID(), cost);

/**
 * Compares in the same time whether the account exists or not: pass null for an unknown one, so that response times
 * do not reveal which addresses have accounts.
 */
export async function verifyPassword(stored: string | null, given: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), given);
  return stored !== null && matches;
}
