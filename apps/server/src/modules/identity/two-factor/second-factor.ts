/** Checks the second factor of a login: a code of the authenticator app, or a recovery code. Each is accepted once. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { deriveKey, type SecretBox } from '../../../base/crypto/secrets.ts';
import type { Database } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { Mailer } from '../../../base/mail/mail.ts';
import type { Guard } from '../guessing/guard.ts';
import { type MailLanguage, noticeMail } from '../mails.ts';
import * as store from './store.ts';
import { acceptedStep } from './totp.ts';

export type FactorDeps = {
  database: Database;
  clock: Clock;
  guard: Guard;
  secrets: SecretBox;
  recoveryKey: RecoveryKey;
  mailer: Mailer;
};

/** The origin of a guess, and the form of warnings to the account's owner. */
export type GuessOrigin = { address: string; language: MailLanguage; brand: string };

export type RecoveryKey = {
  /** The hash under which a new recovery code is stored. */
  hash(code: string): string;
  /** The hashes under which a given code may be stored, one per secret in use. */
  hashes(code: string): string[];
};

/** Creates the keyed hash of recovery codes, so that codes can't be tried against a leaked table. */
export function createRecoveryKey(secrets: readonly [string, ...string[]]): RecoveryKey {
  const plain = (code: string) => code.replace('-', '');
  const under = (secret: string) => (code: string) =>
    createHmac('sha256', deriveKey(secret, 'recovery codes')).update(plain(code)).digest('base64url');
  return {
    hash: under(secrets[0]),
    hashes: (code) => secrets.map((secret) => under(secret)(code)),
  };
}

/** Binds the sealed secret to its row. */
export const secretContext = (userId: string) => `two-factor ${userId}`;

/** Returns the keys under which guesses at a second factor are counted, at every endpoint. */
export const factorGuess = (userId: string, address: string) => ({
  account: `second factor of ${userId}`,
  address,
});

/**
 * Checks a second factor. Throws `identity.wrong-code`, `two-factor.not-on`, and `request.too-many` after many wrong
 * guesses. A guesser here has the right password, so the account's owner gets a mail after too many wrong codes.
 */
export async function checkSecondFactor(
  deps: FactorDeps,
  { id: userId, email }: { id: string; email: string },
  { code, address, sessionId, language, brand }: GuessOrigin & { code: string; sessionId?: string },
): Promise<void> {
  const row = await store.findTwoFactor(deps.database, userId);
  if (!row?.enabledAt) throw new AppError('two-factor.not-on');
  const check = async () => {
    const right = /^\d{6}$/.test(code)
      ? await spendTotp(deps, row, code)
      : await spendRecovery(deps, row, code);
    if (!right) throw new AppError('identity.wrong-code');
  };
  const mail = noticeMail({ to: email, notice: 'two-factor-guessed', language, brand });
  const guess = { ...factorGuess(userId, address), ...(sessionId === undefined ? {} : { sessionId }) };
  await deps.guard.secondFactor(guess, check, async (tx) => {
    await deps.mailer.write(tx, mail);
  });
}

async function spendTotp({ database, clock, secrets }: FactorDeps, row: store.TwoFactorRow, code: string) {
  const secret = secrets.open(row.secret, secretContext(row.userId));
  const step = acceptedStep(secret, code, { now: clock.now(), lastStep: row.lastStep });
  return step !== null && (await store.spendStep(database, row.userId, step));
}

function spendRecovery({ database, clock, recoveryKey }: FactorDeps, row: store.TwoFactorRow, code: string) {
  return store.spendRecoveryCode(database, row.userId, recoveryKey.hashes(code), new Date(clock.now()));
}
