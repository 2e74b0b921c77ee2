/**
 * Six digits by mail: 10 minutes, 5 tries, another after 60 seconds, 10 a day. Nothing in the answers or their
 * timing tells whether an address has an account.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import { deriveKey } from '../../base/crypto/secrets.ts';
import { sixDigits } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId, type TenantId } from '../../base/ids.ts';
import type { Mailer } from '../../base/mail/mail.ts';
import { codeMail, type MailLanguage } from './mails.ts';
import * as store from './store.ts';

const validMs = 10 * 60_000;
export const resendMs = 60_000;
const dayMs = 86_400_000;
const perDay = 10;
const maxTries = 5;

type Deps = { database: Database; clock: Clock; mailer: Mailer; codeKey: CodeKey };

type GivenCode = { email: string; purpose: CodePurpose; code: string; tenantId: TenantId | null };

/** A code as it is stored. Keyed: a million codes are tried in a second, so that a plain hash would hide nothing. */
export type CodeKey = (given: GivenCode) => string;

export function createCodeKey(secret: string): CodeKey {
  const key = deriveKey(secret, 'verification codes');
  return ({ email, purpose, code, tenantId }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, purpose, tenantId, code]))
      .digest('base64url');
}

/** Sends a code. Throws `identity.code-too-soon` with the seconds to wait. */
export async function sendCode(
  { database, clock, mailer, codeKey }: Deps,
  request: {
    email: string;
    purpose: CodePurpose;
    language: MailLanguage;
    tenantId: TenantId | null;
    brand: string;
  },
): Promise<void> {
  const { email, purpose, language, tenantId, brand } = request;
  await transaction(database, async (tx) => {
    await store.lockAddress(tx, email);
    const sent = await store.recentCodes(tx, email, purpose, new Date(clock.now() - dayMs));
    const wait = waitUntilNext(
      sent.map((code) => code.createdAt.getTime()),
      clock.now(),
    );
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
    await store.insertCode(tx, { id: newId(), email, purpose, codeHash, tenantId, createdAt, mailId });
  });
}

/** How long until another code may go out, given when the last day's were sent (newest first). Milliseconds. */
function waitUntilNext(sentAt: readonly number[], now: number): number {
  const newest = sentAt[0];
  if (newest === undefined) return 0;
  const afterLast = newest + resendMs - now;
  const tenth = sentAt[perDay - 1];
  const afterTenth = tenth === undefined ? 0 : tenth + dayMs - now;
  return Math.max(0, afterLast, afterTenth);
}

/**
 * Tries a code, which counts whether or not what it allows succeeds. Returns its id for `useUp`. Throws
 * `identity.wrong-code`.
 */
export async function tryCode(
  { database, clock, codeKey }: Pick<Deps, 'database' | 'clock' | 'codeKey'>,
  given: GivenCode,
): Promise<string> {
  const oldest = new Date(clock.now() - validMs);
  const code = await store.countTry(database, { ...given, oldest, maxTries });
  if (!code) throw new AppError('identity.wrong-code');
  const expected = Buffer.from(code.codeHash);
  const actual = Buffer.from(codeKey(given));
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
    throw new AppError('identity.wrong-code');
  return code.id;
}

/** Uses a tried code up, in the transaction of what it allows. Throws `identity.wrong-code`: it was used meanwhile. */
export async function useUp(
  tx: Tx,
  { clock, mailer }: Pick<Deps, 'clock' | 'mailer'>,
  codeId: string,
): Promise<void> {
  const used = await store.markCodeUsed(tx, codeId, new Date(clock.now()));
  if (!used) throw new AppError('identity.wrong-code');
  if (used.mailId !== null) await mailer.redact(tx, used.mailId);
}
