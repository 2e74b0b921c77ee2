/**
 * Sends and checks six-digit codes by mail: valid for 10 minutes and 5 attempts, resent after 60 seconds at the
 * earliest, 10 a day. Neither the answers nor their timing reveal whether an address has an account.
 *
 * All of this is counted per requester, the network that a request comes from: one that requests codes to another
 * person's address, or guesses at their codes, uses up only its own limits. The total of all requesters is limited as
 * well, and with it the odds of guessing: 30 codes a day, each with 5 attempts by its requester and 5 by others.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@parley/contract/identity';
import type { Clock } from '../../base/clock.ts';
import { deriveKey } from '../../base/crypto/secrets.ts';
import { sixDigits } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId, type TenantId } from '../../base/ids.ts';
import type { Mailer } from '../../base/mail/mail.ts';
import type { Guard } from './guessing/guard.ts';
import { codeMail, type MailLanguage } from './mails.ts';
import type { CodeRow } from './store.ts';
import * as store from './store.ts';

const validMs = 10 * 60_000;
export const resendMs = 60_000;
const dayMs = 86_400_000;
const perDay = 10;
const perDayTogether = 30;
const maxTries = 5;

type Deps = {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  codeKey: CodeKey;
  requesterKey: RequesterKey;
};

type GivenCode = { email: string; purpose: CodePurpose; code: string; tenantId: TenantId | null };

/**
 * Returns a code in stored form. Keyed, because all of a million codes can be tried within a second, so that a plain
 * hash would hide nothing.
 */
export type CodeKey = (given: GivenCode) => string;

export function createCodeKey(secret: string): CodeKey {
  const key = deriveKey(secret, 'verification codes');
  return ({ email, purpose, code, tenantId }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, purpose, tenantId, code]))
      .digest('base64url');
}

/** Returns a requester's address in stored form. */
export type RequesterKey = (address: string) => string;

export function createRequesterKey(secret: string): RequesterKey {
  const key = deriveKey(secret, 'requesters of codes');
  return (address) => createHmac('sha256', key).update(address).digest('base64url');
}

/** Sends a code. Throws `identity.code-too-soon` with the seconds to wait. */
export async function sendCode(
  { database, clock, mailer, codeKey, requesterKey }: Deps,
  request: {
    email: string;
    purpose: CodePurpose;
    language: MailLanguage;
    tenantId: TenantId | null;
    brand: string;
    address: string;
  },
): Promise<void> {
  const { email, purpose, language, tenantId, brand } = request;
  const requester = requesterKey(request.address);
  await transaction(database, async (tx) => {
    await store.lockAddress(tx, email);
    const sent = await store.recentCodes(tx, email, purpose, new Date(clock.now() - dayMs));
    const wait = waitUntilNext(sent, requester, clock.now());
    if (wait > 0)
      throw new AppError('identity.code-too-soon', { details: { seconds: Math.ceil(wait / 1000) } });
    const code = sixDigits();
    const createdAt = new Date(clock.now());
    const secret = { text: code, until: new Date(clock.now() + validMs) };
    const mailId = await mailer.write(tx, {
      ...codeMail({ email, purpose, code, language, brand }),
      secret,
    });
    const codeHash = codeKey({ email, purpose, code, tenantId });
    await store.insertCode(tx, {
      id: newId(),
      email,
      purpose,
      codeHash,
      tenantId,
      createdAt,
      mailId,
      requester,
    });
  });
}

/** Returns the ms until this requester may have another code, given the codes of the last day, newest first. */
function waitUntilNext(sent: readonly CodeRow[], requester: string, now: number): number {
  const own = sent.filter((code) => code.requester === requester);
  const until = (code: CodeRow | undefined, ms: number) => (code ? code.createdAt.getTime() + ms - now : 0);
  return Math.max(
    0,
    until(own[0], resendMs),
    until(own[perDay - 1], dayMs),
    until(sent[perDayTogether - 1], dayMs),
  );
}

/**
 * Tries a code and returns its id for `consumeCode`. The attempt counts even if what the code permits fails afterwards.
 * Throws `identity.wrong-code`.
 */
export async function tryCode(
  { database, clock, codeKey, requesterKey }: Omit<Deps, 'mailer'>,
  given: GivenCode & { address: string },
): Promise<string> {
  const oldest = new Date(clock.now() - validMs);
  const requester = requesterKey(given.address);
  const codes = await store.countTry(database, { ...given, requester, oldest, maxTries });
  const actual = Buffer.from(codeKey(given));
  const right = codes.find(({ codeHash }) => isSame(Buffer.from(codeHash), actual));
  if (right === undefined) throw new AppError('identity.wrong-code');
  return right.id;
}

/**
 * Returns whether a code is right, without using it up; the check counts as an attempt, and for the address's guesses.
 * Throws `request.too-many`.
 */
export async function isCodeValid(
  deps: Omit<Deps, 'mailer'> & { guard: Pick<Guard, 'code'> },
  given: GivenCode & { address: string },
): Promise<boolean> {
  try {
    await deps.guard.code(given.address, () => tryCode(deps, given));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'identity.wrong-code') return false;
    throw error;
  }
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

/**
 * Uses a tried code up, together with other pending ones for the same purpose, in the transaction of what it permits.
 * Throws `identity.wrong-code` when it was used meanwhile.
 */
export async function consumeCode(
  tx: Tx,
  { clock, mailer }: Pick<Deps, 'clock' | 'mailer'>,
  codeId: string,
): Promise<void> {
  const used = await store.markCodesUsed(tx, codeId, new Date(clock.now()));
  if (!used) throw new AppError('identity.wrong-code');
  for (const mailId of used.mailIds) await mailer.redact(tx, mailId);
}
