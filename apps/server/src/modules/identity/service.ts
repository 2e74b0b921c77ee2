import { randomUUID } from 'node:crypto';
import type { InterfaceLanguage } from '@parley/contract';
import { agreementVersions, type Tokens } from '@parley/contract/identity';
import type { Clock } from '../../base/clock.ts';
import { refuseCommonPassword } from '../../base/crypto/leaked-passwords.ts';
import { hashPassword, verifyPassword } from '../../base/crypto/passwords.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type TenantId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import type { Mailer } from '../../base/mail/mail.ts';
import { record } from '../audit/index.ts';
import type { Characters } from '../characters/index.ts';
import { createDefaultLink } from '../promotion/index.ts';
import { type BrandDeps, brandOf } from '../settings/index.ts';
import {
  createSubAccount,
  findByAccountName,
  findDefault,
  lockSubAccounts,
  type SubAccountRow,
} from '../sub-accounts/index.ts';
import { createWorkspace, knownTimeZone, tenantOf } from '../workspaces/index.ts';
import type { Guard, Guess } from './guessing/guard.ts';
import type { Keys } from './keys.ts';
import { type RefusedAccount, recordingRefusal, refusedSubAccount, refusedUser } from './refusals.ts';
import type { LoginSessionOpening, Sessions, Subject } from './sessions.ts';
import * as store from './store.ts';
import type { Challenge } from './two-factor/challenge.ts';
import { checkSecondFactor, type GuessOrigin } from './two-factor/second-factor.ts';
import { findTwoFactor } from './two-factor/store.ts';
import { consumeCode, tryCode } from './verification-codes.ts';

export type IdentityDeps = Keys & {
  database: Database;
  clock: Clock;
  characters: Characters;
  sessions: Sessions;
  guard: Guard;
  mailer: Mailer;
  secrets: SecretBox;
  tenants: BrandDeps['tenants'];
};
/** The source of a request: the caller's address and the tenant that it was sent to. */
export type RequestSource = { address: string; tenantId: TenantId | null; origin: RequestOrigin };
type Credentials = RequestSource & { username: string; password: string };

/** Returns the key under which guesses at an owner's or sub-account's password are counted, at every endpoint. */
export const personKey = (name: string, tenantId: TenantId | null) =>
  tenantId === null ? `person ${name}` : `person ${name} at ${tenantId}`;

/** Throttles guessers, and records refusals. */
function atDoor(
  deps: IdentityDeps,
  door: Challenge['door'],
  given: Credentials,
  guess: Guess,
  enter: () => Promise<Tokens>,
): Promise<Tokens> {
  const about = () => aboutNamed(deps.database, door, given);
  const refusal = { action: 'login.refused', about, details: { place: door } } as const;
  return recordingRefusal(deps.database, given.origin, refusal, () => deps.guard.password(guess, enter));
}

async function aboutNamed(
  database: Database,
  door: Challenge['door'],
  { username, tenantId }: Credentials,
): Promise<RefusedAccount> {
  const name = username.toLowerCase();
  if (door !== 'operator' && !name.includes('@')) {
    const subAccount = await subAccountAt(database, name, tenantId);
    return subAccount && refusedSubAccount(subAccount);
  }
  const [kind, tenant] = door === 'operator' ? (['operator', null] as const) : (['owner', tenantId] as const);
  const user = await store.findUser(database, kind, name, tenant);
  return user && refusedUser(user);
}

export function logInOwner(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const name = given.username.toLowerCase();
  const { address, tenantId } = given;
  const guess = { account: personKey(name, tenantId), address };
  return atDoor(deps, 'console', given, guess, async () => {
    const user = await store.findUser(deps.database, 'owner', name, tenantId);
    if (!user && (await subAccountMatches(deps, given))) throw new AppError('identity.not-for-console');
    await assertPassword(user?.passwordHash ?? null, given.password);
    if (!user?.workspaceId) throw new AppError('identity.wrong-credentials');
    if (user.disabled) throw new AppError('identity.disabled');
    const subject = { audience: 'console', userId: user.id, workspaceId: user.workspaceId } as const;
    await askSecondStep(deps, user, 'console');
    return openFor(deps, user, subject, { origin: given.origin });
  });
}

/** Checks the password as well, so that only a caller who knows it gets the more precise refusal. */
async function subAccountMatches({ database }: IdentityDeps, given: Credentials): Promise<boolean> {
  if (given.username.includes('@')) return false;
  const subAccount = await subAccountAt(database, given.username.toLowerCase(), given.tenantId);
  return verifyPassword(subAccount?.passwordHash ?? null, given.password);
}

/** An id that no workspace has. */
const nowhere = '00000000-0000-0000-0000-000000000000';

/**
 * Returns a sub-account at its own tenant. Account names are unique in the whole installation, but valid only there.
 */
async function subAccountAt(database: Database, name: string, tenantId: TenantId | null) {
  const subAccount = await findByAccountName(database, name);
  // Read even for an unknown name, so that the duration of a refusal doesn't reveal whether there is an account.
  const home = await tenantOf(database, subAccount?.workspaceId ?? trustWorkspaceId(nowhere));
  return subAccount && home === tenantId ? subAccount : null;
}

export function logInDesk(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const name = given.username.toLowerCase();
  const guess = { account: personKey(name, given.tenantId), address: given.address };
  return atDoor(deps, 'desk', given, guess, () =>
    name.includes('@') ? enterDefault(deps, name, given) : enterDesk(deps, name, given),
  );
}

async function enterDesk(deps: IdentityDeps, name: string, given: Credentials): Promise<Tokens> {
  const subAccount = await subAccountAt(deps.database, name, given.tenantId);
  await assertPassword(subAccount?.passwordHash ?? null, given.password);
  if (!subAccount) throw new AppError('identity.wrong-credentials');
  return transaction(deps.database, async (tx) => {
    // Locked first, so that an operator who disables the owner at this moment ends this session too.
    if (!(await store.lockActiveOwner(tx, subAccount.workspaceId))) throw new AppError('identity.disabled');
    return openDesk(tx, deps, subAccount, given.origin);
  });
}

/** Enters the default sub-account with the owner's own credentials at the desk. */
async function enterDefault(deps: IdentityDeps, email: string, given: Credentials): Promise<Tokens> {
  const owner = await store.findUser(deps.database, 'owner', email, given.tenantId);
  await assertPassword(owner?.passwordHash ?? null, given.password);
  if (!owner?.workspaceId) throw new AppError('identity.wrong-credentials');
  if (owner.disabled) throw new AppError('identity.disabled');
  await askSecondStep(deps, owner, 'desk');
  return openDefaultDesk(deps, { ...owner, workspaceId: owner.workspaceId }, given.origin);
}

async function openDefaultDesk(
  deps: IdentityDeps,
  owner: { id: string; passwordHash: string; workspaceId: WorkspaceId },
  origin: RequestOrigin,
): Promise<Tokens> {
  const subAccount = await findDefault(deps.database, owner.workspaceId);
  if (!subAccount) throw new AppError('identity.wrong-credentials');
  return transaction(deps.database, async (tx) => {
    if (!(await store.lockActiveUser(tx, owner))) throw new AppError('identity.wrong-credentials');
    return openDesk(tx, deps, subAccount, origin);
  });
}

/**
 * Opens a desk session, unless the sub-account may not enter. A concurrent disabling, deletion or password reset of the
 * sub-account ends this session too, and where only one desk is allowed, only the later of two is kept.
 */
async function openDesk(
  tx: Tx,
  { sessions }: IdentityDeps,
  known: SubAccountRow,
  origin: RequestOrigin,
): Promise<Tokens> {
  const { workspaceId, id: subAccountId } = known;
  const [now] = await lockSubAccounts(tx, workspaceId, [subAccountId]);
  if (now?.passwordHash !== known.passwordHash) throw new AppError('identity.wrong-credentials');
  if (now.status !== 'normal') throw new AppError('identity.disabled');
  const subject = { audience: 'desk', subAccountId, workspaceId } as const;
  return sessions.open(tx, subject, { origin, alone: !now.multiDevice });
}

export function logInOperator(deps: IdentityDeps, given: Credentials): Promise<Tokens> {
  const name = given.username.toLowerCase();
  const guess = { account: `operator ${name}`, address: given.address };
  return atDoor(deps, 'operator', given, guess, async () => {
    const user = await store.findUser(deps.database, 'operator', name, null);
    await assertPassword(user?.passwordHash ?? null, given.password);
    if (!user || user.disabled) throw new AppError('identity.wrong-credentials');
    await askSecondStep(deps, user, 'operator');
    return openFor(deps, user, { audience: 'operator', userId: user.id }, { origin: given.origin });
  });
}

/** Opens a session on the password just checked. A concurrent password change ends this session too. */
function openFor(
  deps: IdentityDeps,
  user: store.UserRow,
  subject: Subject,
  opening: LoginSessionOpening,
): Promise<Tokens> {
  return transaction(deps.database, async (tx) => {
    if (!(await store.lockActiveUser(tx, user))) throw new AppError('identity.wrong-credentials');
    return deps.sessions.open(tx, subject, opening);
  });
}

/**
 * Throws `identity.second-step`, with the challenge that `completeLogIn` takes, if the user has two-factor
 * authentication on. Call it after checking the password and before issuing any token.
 */
export async function askSecondStep(
  { database, challenges }: Pick<IdentityDeps, 'database' | 'challenges'>,
  { id: userId, passwordHash }: store.UserRow,
  door: Challenge['door'],
  until: Date | null = null,
): Promise<void> {
  const factor = await findTwoFactor(database, userId);
  if (!factor?.enabledAt) return;
  const challenge = await challenges.sign({ userId, door, passwordHash, until });
  throw new AppError('identity.second-step', { details: { challenge } });
}

/**
 * Completes a login with its second factor. Throws `identity.second-step-expired`, `identity.disabled`,
 * `identity.wrong-code`.
 */
export async function completeLogIn(
  deps: IdentityDeps,
  given: { challenge: string; code: string },
  from: RequestSource & GuessOrigin,
): Promise<Tokens> {
  const challenge = await deps.challenges.read(given.challenge);
  const user = challenge && (await store.findUserById(deps.database, challenge.userId));
  const details: Record<string, string> = challenge ? { place: challenge.door } : {};
  const refusal = { action: 'login.refused', about: () => user && refusedUser(user), details } as const;
  return recordingRefusal(deps.database, from.origin, refusal, async () => {
    if (!user || !challenge.isFor(user.passwordHash)) throw new AppError('identity.second-step-expired');
    return enterWithCode(deps, user, challenge, { ...from, code: given.code });
  });
}

async function enterWithCode(
  deps: IdentityDeps,
  user: store.UserRow,
  { door, until }: Pick<Challenge, 'door' | 'until'>,
  given: RequestSource & GuessOrigin & { code: string },
): Promise<Tokens> {
  const { tenantId, origin } = given;
  if (user.kind === 'owner' && user.tenantId !== tenantId) throw new AppError('identity.second-step-expired');
  if (user.disabled) throw new AppError('identity.disabled');
  await checkSecondFactor(deps, user, given);
  const opening = { origin, ...(until === null ? {} : { until }) };
  const { id: userId, workspaceId, passwordHash } = user;
  if (door === 'operator') return openFor(deps, user, { audience: 'operator', userId }, opening);
  if (workspaceId === null) throw new AppError('identity.second-step-expired');
  if (door === 'desk') return openDefaultDesk(deps, { id: userId, passwordHash, workspaceId }, origin);
  return openFor(deps, user, { audience: 'console', userId, workspaceId }, opening);
}

async function assertPassword(stored: string | null, given: string): Promise<void> {
  if (!(await verifyPassword(stored, given))) throw new AppError('identity.wrong-credentials');
}

export type Registration = RequestSource & {
  email: string;
  code: string;
  password: string;
  tgContact: string;
  timeZone?: string | undefined;
  language: InterfaceLanguage;
};

/**
 * Creates a workspace with its owner and default sub-account, and opens a session. Throws
 * `identity.registration-closed`, `identity.common-password`, `identity.wrong-code`, and `request.invalid` for the time
 * zone.
 */
export async function register(deps: IdentityDeps, form: Registration): Promise<Tokens> {
  const { registrationOpen } = await brandOf(deps, form.tenantId);
  if (!registrationOpen) throw new AppError('identity.registration-closed');
  if (form.timeZone !== undefined) await knownTimeZone(deps.database, form.timeZone, form.language);
  const { email, address, tenantId } = form;
  await refuseCommonPassword(form.password);
  return deps.guard.code(address, async () => {
    const codeId = await tryCode(deps, { email, purpose: 'register', code: form.code, tenantId, address });
    // Hashed only after the code was checked: it costs memory and time, which a logged-out user without a code must not
    // spend.
    const passwordHash = await hashPassword(form.password);
    const deskPasswordHash = await hashPassword(randomUUID());
    return transaction(deps.database, async (tx) => {
      await consumeCode(tx, deps, codeId);
      const tokens = await completeRegistration(tx, deps, { ...form, passwordHash, deskPasswordHash });
      await deps.guard.reset(tx, { account: personKey(email, tenantId), address });
      return tokens;
    });
  });
}

/** Stores a registration after its code was checked, and opens its first session. Throws `identity.wrong-code`. */
export async function completeRegistration(
  tx: Tx,
  deps: Pick<IdentityDeps, 'characters' | 'clock' | 'sessions'>,
  form: NewOwner & { origin: RequestOrigin },
): Promise<Tokens> {
  const owner = await createOwner(tx, deps.characters, form);
  // An address in use is answered like a wrong code: only the mail sent to it reveals the account.
  if (!owner) throw new AppError('identity.wrong-code');
  const { userId, workspaceId } = owner;
  const { origin } = form;
  const object = { kind: 'owner', id: userId } as const;
  await record(tx, origin, { action: 'account.registered', object, workspaceId });
  await store.insertAcceptances(tx, owner, agreementVersions, new Date(deps.clock.now()));
  return deps.sessions.open(tx, { audience: 'console', ...owner }, { origin });
}

/** Passwords are hashed in advance, because that is slow and must not prolong a transaction. */
export type NewOwner = {
  email: string;
  passwordHash: string;
  tgContact: string | null;
  /** The default sub-account's own password, which is never shown: its desk is opened with the owner's. */
  deskPasswordHash: string;
  tenantId: TenantId | null;
  timeZone?: string | undefined;
};

/** Creates an owner. Returns null when the address has an owner already; the transaction must then be rolled back. */
export async function createOwner(
  tx: Tx,
  characters: Characters,
  { email, passwordHash, tgContact, deskPasswordHash, tenantId, timeZone }: NewOwner,
): Promise<{ userId: string; workspaceId: WorkspaceId } | null> {
  const workspaceId = await createWorkspace(tx, tenantId, timeZone);
  const userId = newId();
  const row = {
    id: userId,
    kind: 'owner',
    workspaceId,
    email,
    passwordHash,
    messengerContact: tgContact,
    tenantId,
  } as const;
  if (!(await store.insertUser(tx, row))) return null;
  await characters.openOwnerAccount(tx, workspaceId);
  await createDefaultLink(tx, workspaceId);
  await createSubAccount(tx, characters, workspaceId, {
    remark: email,
    unlimited: true,
    characters: 0,
    isDefault: true,
    passwordHash: deskPasswordHash,
  });
  return { userId, workspaceId };
}
