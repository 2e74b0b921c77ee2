import { randomUUID } from 'node:crypto';
import type { Tokens } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import { hashPassword, verifyPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { Characters } from '../characters/index.ts';
import { createSubAccount, findByAccountName, findDefault } from '../sub-accounts/index.ts';
import { createWorkspace } from '../workspaces/index.ts';
import type { Sessions } from './sessions.ts';
import * as store from './store.ts';
import { tryCode, useUp } from './verification-codes.ts';

export type IdentityDeps = { database: Database; clock: Clock; characters: Characters; sessions: Sessions };
type Credentials = { username: string; password: string };

export async function logInOwner(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const user = await store.findUser(deps.database, 'owner', given.username.toLowerCase());
  if (!user && (await subAccountMatches(deps, given))) throw new AppError('identity.not-for-console');
  await assertPassword(user?.passwordHash ?? null, given.password);
  if (!user?.workspaceId) throw new AppError('identity.wrong-credentials');
  if (user.disabled) throw new AppError('identity.disabled');
  const subject = { audience: 'console', userId: user.id, workspaceId: user.workspaceId } as const;
  return transaction(deps.database, (tx) => deps.sessions.open(tx, subject));
}

/** Told apart only for who has the right password: the refusal gives nothing away to a guesser. */
async function subAccountMatches({ database }: IdentityDeps, given: Credentials): Promise<boolean> {
  if (given.username.includes('@')) return false;
  const subAccount = await findByAccountName(database, given.username.toLowerCase());
  return verifyPassword(subAccount?.passwordHash ?? null, given.password);
}

export async function logInDesk(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const username = given.username.toLowerCase();
  const subAccount = username.includes('@')
    ? await defaultOf(deps, username, given.password)
    : await findByAccountName(deps.database, username);
  if (!username.includes('@')) await assertPassword(subAccount?.passwordHash ?? null, given.password);
  if (!subAccount) throw new AppError('identity.wrong-credentials');
  if (subAccount.status !== 'normal') throw new AppError('identity.disabled');
  const subject = {
    audience: 'desk',
    subAccountId: subAccount.id,
    workspaceId: subAccount.workspaceId,
  } as const;
  return transaction(deps.database, (tx) => deps.sessions.open(tx, subject));
}

/** The owner's own credentials at the desk enter the default sub-account. */
async function defaultOf({ database }: IdentityDeps, email: string, password: string) {
  const owner = await store.findUser(database, 'owner', email);
  await assertPassword(owner?.passwordHash ?? null, password);
  if (owner?.disabled) throw new AppError('identity.disabled');
  return owner?.workspaceId ? findDefault(database, owner.workspaceId) : null;
}

export async function logInOperator(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const user = await store.findUser(deps.database, 'operator', given.username.toLowerCase());
  await assertPassword(user?.passwordHash ?? null, given.password);
  if (!user || user.disabled) throw new AppError('identity.wrong-credentials');
  return transaction(deps.database, (tx) =>
    deps.sessions.open(tx, { audience: 'operator', userId: user.id }),
  );
}

async function assertPassword(stored: string | null, given: string): Promise<void> {
  if (!(await verifyPassword(stored, given))) throw new AppError('identity.wrong-credentials');
}

export type Registration = { email: string; code: string; password: string; tgContact: string };

/** A workspace, its owner, its default sub-account, and a session. Throws `identity.wrong-code`. */
export async function register(deps: IdentityDeps, form: Registration): Promise<Tokens> {
  const passwordHash = await hashPassword(form.password);
  const codeId = await tryCode(deps, { email: form.email, purpose: 'register', code: form.code });
  return transaction(deps.database, async (tx) => {
    await store.lockAddress(tx, form.email);
    await useUp(tx, deps, codeId);
    // An address in use answers like a wrong code: the mail that went there is the only one who knows.
    const owner = await createOwner(tx, deps.characters, { ...form, passwordHash });
    if (!owner) throw new AppError('identity.wrong-code');
    return deps.sessions.open(tx, { audience: 'console', ...owner });
  });
}

export type NewOwner = { email: string; passwordHash: string; tgContact: string | null };

/** Null: the address has an owner already. */
export async function createOwner(
  tx: Tx,
  characters: Characters,
  owner: NewOwner,
): Promise<{ userId: string; workspaceId: WorkspaceId } | null> {
  if (await store.findUser(tx, 'owner', owner.email)) return null;
  const workspaceId = await createWorkspace(tx);
  const userId = newId();
  const { email, passwordHash, tgContact } = owner;
  await store.insertUser(tx, {
    id: userId,
    kind: 'owner',
    workspaceId,
    email,
    passwordHash,
    messengerContact: tgContact,
  });
  await characters.openOwnerAccount(tx, workspaceId);
  await createSubAccount(tx, characters, workspaceId, {
    remark: email,
    unlimited: true,
    characters: 0,
    isDefault: true,
    // Entered with the owner's password alone: this one is known to nobody.
    password: { plain: '', hash: await hashPassword(randomUUID()) },
  });
  return { userId, workspaceId };
}

/**
 * Makes the operator at the first start. Returns the password if it was made here, to be shown once; null if
 * there is an operator already or the password was given.
 */
export async function ensureOperator(
  database: Database,
  given: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | null> {
  if (await store.anyOperator(database)) return null;
  const email = (given.email ?? 'operator@parley.local').toLowerCase();
  const password = given.password ?? `${readableCode(5)}-${readableCode(5)}-${readableCode(5)}`;
  const passwordHash = await hashPassword(password);
  const made = await transaction(database, (tx) =>
    store.insertUser(tx, { id: newId(), kind: 'operator', email, passwordHash }),
  );
  return made && given.password === undefined ? { email, password } : null;
}
