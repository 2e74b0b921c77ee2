/** Turns two-factor authentication on and off: with the password, and with a code that proves possession of the app. */
import { readableCode } from '../../../base/crypto/tokens.ts';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { record } from '../../audit/index.ts';
import { assertOwnPassword, type CredentialRequest, subjectsOf } from '../account/credentials.ts';
import { noticeMail } from '../mails.ts';
import { recordingRefusal, refusedUser } from '../refusals.ts';
import type { IdentityDeps } from '../service.ts';
import { findUserById, type UserRow } from '../store.ts';
import { checkSecondFactor, factorGuess, secretContext } from './second-factor.ts';
import * as store from './store.ts';
import { acceptedStep, keyUri, makeSecret } from './totp.ts';

const recoveryCodeCount = 10;

type Given = { password: string; code: string };
type Caller = { userId: string; sessionId: string };

export async function readTwoFactor({ database }: IdentityDeps, userId: string) {
  const row = await store.findTwoFactor(database, userId);
  const enabledAt = row?.enabledAt?.getTime() ?? null;
  return { enabledAt, recoveryCodesLeft: await store.countRecoveryCodes(database, userId) };
}

/** Creates a secret. Throws `identity.wrong-password`, `two-factor.already-on`. */
export async function setUp(
  deps: IdentityDeps,
  userId: string,
  password: string,
  { address, brand, origin }: CredentialRequest,
): Promise<{ secret: string; uri: string }> {
  const user = await self(deps, userId);
  await assertOwnPassword(deps, user, password, { address, origin });
  const secret = makeSecret();
  const sealed = deps.secrets.seal(secret, secretContext(userId));
  if (!(await store.keepSecret(deps.database, userId, sealed))) throw new AppError('two-factor.already-on');
  return { secret, uri: keyUri(secret, { issuer: brand, label: user.email }) };
}

/**
 * Turns two-factor authentication on. Throws `two-factor.not-on` without a secret, `two-factor.already-on`,
 * `identity.wrong-code`.
 */
export async function confirm(
  deps: IdentityDeps,
  { userId, sessionId }: Caller,
  code: string,
  from: CredentialRequest,
): Promise<{ recoveryCodes: string[] }> {
  const user = await self(deps, userId);
  const row = assertFound(await store.findTwoFactor(deps.database, userId), 'two-factor.not-on');
  if (row.enabledAt) throw new AppError('two-factor.already-on');
  const secret = deps.secrets.open(row.secret, secretContext(userId));
  const step = await deps.guard.password(
    { account: `first code of ${userId}`, address: from.address, sessionId },
    async () => {
      const { lastStep } = row;
      return assertFound(
        acceptedStep(secret, code, { now: deps.clock.now(), lastStep }),
        'identity.wrong-code',
      );
    },
  );
  return transaction(deps.database, async (tx) => {
    if (!(await store.enable(tx, row, step, new Date(deps.clock.now()))))
      throw new AppError('two-factor.already-on');
    await deps.guard.reset(tx, factorGuess(userId, from.address));
    // Sessions opened with the password alone must not continue without the second factor.
    const ending = { except: sessionId, reason: 'two-factor-on' } as const;
    await deps.sessions.endAll(tx, await subjectsOf(tx, user), ending);
    await notify(tx, deps, user, 'two-factor-on', from);
    return newRecoveryCodes(tx, deps, userId);
  });
}

/** Replaces the recovery codes. Throws `identity.wrong-password`, `identity.wrong-code`, `two-factor.not-on`. */
export async function renewCodes(
  deps: IdentityDeps,
  caller: Caller,
  given: Given,
  from: CredentialRequest,
): Promise<{ recoveryCodes: string[] }> {
  await assertBoth(deps, caller, given, from);
  return transaction(deps.database, async (tx) => {
    await record(tx, from.origin, { action: 'two-factor.codes-renewed' });
    return newRecoveryCodes(tx, deps, caller.userId);
  });
}

/**
 * Turns two-factor authentication off. Throws `identity.wrong-password`, `identity.wrong-code`, `two-factor.not-on`.
 */
export async function disable(
  deps: IdentityDeps,
  caller: Caller,
  given: Given,
  from: CredentialRequest,
): Promise<void> {
  const user = await assertBoth(deps, caller, given, from);
  await transaction(deps.database, async (tx) => {
    await store.remove(tx, caller.userId);
    await notify(tx, deps, user, 'two-factor-off', from);
  });
}

const self = async ({ database }: IdentityDeps, userId: string) =>
  assertFound(await findUserById(database, userId), 'auth.required');

async function assertBoth(
  deps: IdentityDeps,
  caller: Caller,
  { password, code }: Given,
  from: CredentialRequest,
) {
  const { origin } = from;
  const user = await self(deps, caller.userId);
  await assertOwnPassword(deps, user, password, from);
  const refusal = { action: 'password.refused', about: () => refusedUser(user) } as const;
  await recordingRefusal(deps.database, origin, refusal, () =>
    checkSecondFactor(deps, user, { ...from, code, sessionId: caller.sessionId }),
  );
  return user;
}

async function newRecoveryCodes(tx: Tx, { recoveryKey }: IdentityDeps, userId: string) {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${readableCode(5)}-${readableCode(5)}`);
  await store.replaceRecoveryCodes(tx, userId, codes.map(recoveryKey.hash));
  return { recoveryCodes: codes };
}

async function notify(
  tx: Tx,
  { mailer }: IdentityDeps,
  user: UserRow,
  notice: 'two-factor-on' | 'two-factor-off',
  { language, brand, origin }: CredentialRequest,
): Promise<void> {
  await record(tx, origin, {
    action: notice === 'two-factor-on' ? 'two-factor.enabled' : 'two-factor.disabled',
  });
  await mailer.write(tx, noticeMail({ to: user.email, notice, language, brand }));
}
