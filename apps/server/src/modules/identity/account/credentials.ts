/** Changes the two credentials of an account: its password and its e-mail address. */
import type { InterfaceLanguage } from '@parley/contract';
import { operatorPasswordMin } from '@parley/contract/identity';
import { refuseCommonPassword } from '../../../base/crypto/leaked-passwords.ts';
import { hashPassword, verifyPassword } from '../../../base/crypto/passwords.ts';
import { type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { changesOf, record } from '../../audit/index.ts';
import { findDefault } from '../../sub-accounts/index.ts';
import { noticeMail } from '../mails.ts';
import { type RefusedAccount, recordingRefusal, refusedUser } from '../refusals.ts';
import { type IdentityDeps, personKey, type RequestSource } from '../service.ts';
import { findUser, findUserById, type UserRow } from '../store.ts';
import { consumeCode, tryCode } from '../verification-codes.ts';
import * as store from './store.ts';

type Deps = IdentityDeps;
/** The source of a request, the language of mails to the person, and the brand that sends them. */
export type CredentialRequest = RequestSource & { language: InterfaceLanguage; brand: string };

/**
 * Sets a new password with a mailed code. Throws `identity.common-password`, and `identity.wrong-code` also for an
 * unknown address: only a reader of its mail gets that far.
 */
export async function resetPassword(
  deps: Deps,
  given: { email: string; code: string; password: string },
  { address, tenantId, language, brand, origin }: CredentialRequest,
): Promise<void> {
  const { email, code } = given;
  await refuseCommonPassword(given.password);
  const about = async () => {
    const user = await findUser(deps.database, 'owner', email, tenantId);
    return user && refusedUser(user);
  };
  await checkedCode(deps, { address, origin }, about, async () => {
    const codeId = await tryCode(deps, { email, purpose: 'forgot-password', code, tenantId, address });
    // Hashed only after the code was checked: it costs memory and time, which a logged-out user without a code must not
    // spend.
    const passwordHash = await hashPassword(given.password);
    await transaction(deps.database, async (tx) => {
      await consumeCode(tx, deps, codeId);
      const known = await findUser(tx, 'owner', email, tenantId);
      const user = known && (await store.lockUser(tx, known.id));
      if (user?.email !== email) throw new AppError('identity.wrong-code');
      await store.replacePassword(tx, user, passwordHash);
      await deps.guard.reset(tx, { account: personKey(email, tenantId), address });
      await record(tx, origin, { action: 'password.reset', ...refusedUser(user) });
      await afterChange(tx, deps, user, { except: null, language, brand });
    });
  });
}

/**
 * Changes the password. Throws `identity.wrong-password`, `request.too-many` after many wrong guesses, and for the new
 * password `identity.common-password`, `identity.same-password` (where the current one must be replaced),
 * `identity.operator-password-short`.
 */
export async function changePassword(
  deps: Deps,
  caller: { userId: string; sessionId: string },
  given: { oldPassword: string; password: string },
  { address, language, brand, origin }: CredentialRequest,
): Promise<void> {
  const user = assertFound(await findUserById(deps.database, caller.userId), 'auth.required');
  if (user.kind === 'operator' && given.password.length < operatorPasswordMin)
    throw new AppError('identity.operator-password-short', { details: { min: operatorPasswordMin } });
  await refuseCommonPassword(given.password);
  await assertOwnPassword(deps, user, given.oldPassword, { address, origin });
  if (user.passwordMustChange && given.password === given.oldPassword)
    throw new AppError('identity.same-password');
  const passwordHash = await hashPassword(given.password);
  await transaction(deps.database, async (tx) => {
    // Of two concurrent changes, the second one's old password is no longer the current one.
    if (!(await store.replacePassword(tx, user, passwordHash))) throw new AppError('identity.wrong-password');
    await record(tx, origin, { action: 'password.changed', ...refusedUser(user) });
    await afterChange(tx, deps, user, { except: caller.sessionId, language, brand });
  });
}

/**
 * Checks the user's password. Throws `identity.wrong-password`, and `request.too-many` after many wrong guesses;
 * records both.
 */
export async function assertOwnPassword(
  { database, guard }: Pick<Deps, 'database' | 'guard'>,
  user: UserRow,
  given: string,
  { address, origin }: Pick<CredentialRequest, 'address' | 'origin'>,
): Promise<void> {
  const refusal = { action: 'password.refused', about: () => refusedUser(user) } as const;
  await recordingRefusal(database, origin, refusal, () =>
    guard.password({ account: `password of ${user.id}`, address }, async () => {
      if (!(await verifyPassword(user.passwordHash, given))) throw new AppError('identity.wrong-password');
    }),
  );
}

/** Checks a mailed code and records a wrong one. */
function checkedCode(
  { database, guard }: Pick<Deps, 'database' | 'guard'>,
  { address, origin }: Pick<CredentialRequest, 'address' | 'origin'>,
  about: () => Promise<RefusedAccount> | RefusedAccount,
  allowed: () => Promise<void>,
): Promise<void> {
  const refusal = { action: 'password.refused', about } as const;
  return recordingRefusal(database, origin, refusal, () => guard.code(address, allowed));
}

/**
 * Returns the subjects whose sessions a user's password opens: an owner's password opens the default sub-account's
 * desk, too.
 */
export async function subjectsOf(
  handle: Handle,
  user: Pick<UserRow, 'id' | 'workspaceId'>,
): Promise<string[]> {
  const desk = user.workspaceId && (await findDefault(handle, user.workspaceId));
  return desk ? [user.id, desk.id] : [user.id];
}

async function afterChange(
  tx: Tx,
  { sessions, mailer }: Deps,
  user: UserRow,
  { except, ...mail }: { except: string | null } & Pick<CredentialRequest, 'language' | 'brand'>,
): Promise<void> {
  await sessions.endAll(tx, await subjectsOf(tx, user), { except, reason: 'password-changed' });
  await mailer.write(tx, noticeMail({ to: user.email, notice: 'password-changed', ...mail }));
}

/**
 * Changes the account's address, given its password, and ends every other session. Throws `identity.wrong-email`,
 * `identity.wrong-password`, and `identity.wrong-code` also for an address in use.
 */
export async function changeEmail(
  deps: Deps,
  caller: { userId: string; sessionId: string },
  given: { oldEmail: string; newEmail: string; code: string; password: string },
  { address, tenantId, language, brand, origin }: CredentialRequest,
): Promise<void> {
  const { oldEmail, newEmail, code } = given;
  const user = assertFound(await findUserById(deps.database, caller.userId), 'auth.required');
  if (user.email !== oldEmail) throw new AppError('identity.wrong-email');
  await assertOwnPassword(deps, user, given.password, { address, origin });
  await checkedCode(
    deps,
    { address, origin },
    () => refusedUser(user),
    async () => {
      const codeId = await tryCode(deps, { email: newEmail, purpose: 'bind-email', code, tenantId, address });
      await transaction(deps.database, async (tx) => {
        await consumeCode(tx, deps, codeId);
        const outcome = await store.replaceEmail(tx, { id: user.id, from: oldEmail, to: newEmail });
        if (outcome === 'moved') throw new AppError('identity.wrong-email');
        // That the address has an account is revealed only by the mail sent to it.
        if (outcome === 'taken') throw new AppError('identity.wrong-code');
        await deps.guard.reset(tx, { account: personKey(newEmail, tenantId), address });
        await record(tx, origin, {
          action: 'email.changed',
          ...refusedUser(user),
          details: changesOf({ email: oldEmail }, { email: newEmail }),
        });
        const except = caller.sessionId;
        await deps.sessions.endAll(tx, await subjectsOf(tx, user), { except, reason: 'email-changed' });
        // Sent to the old address, because its owner has to learn of a theft.
        await deps.mailer.write(
          tx,
          noticeMail({ to: oldEmail, notice: 'email-changed', language, brand, newEmail: masked(newEmail) }),
        );
      });
    },
  );
}

/** Masks an address: enough is left to recognize one's own, too little to write to another person's. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name].slice(0, 2).join('')}…@${host}`;
}
