import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommended setting for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Hash of a random password that belongs to no account: verifying against it costs as much as verifying against a real one. */
const nobody = hash(crypto.randomUUID(), cost);

/**
 * Verifies a password in the same time whether the account exists or not: pass null for an unknown account, so that
 * response times don't reveal which addresses have accounts.
 */
export async function verifyPassword(stored: string | null, given: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), given);
  return stored !== null && matches;
}
