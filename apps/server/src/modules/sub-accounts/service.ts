import { newPassword } from '@parley/contract/identity';
import type { SubAccountChanges, SubAccountForm } from '@parley/contract/sub-accounts';
import { refuseCommonPassword } from '../../base/crypto/leaked-passwords.ts';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import type { Tx } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { type SubAccountSettings, settingsOf } from '../../schema/sub-accounts.ts';
import { type AuditRecord, changesOf } from '../audit/index.ts';
import type { Characters } from '../characters/index.ts';
import { assertPortsAvailable } from '../ports/index.ts';
import * as store from './store.ts';

/** The identity module's operations on the desks of sub-accounts. */
export type DeskSessions = {
  endAll(
    tx: Tx,
    subAccountIds: readonly string[],
    it: { except: null; reason: 'disabled' | 'deleted' | 'password-changed' },
  ): Promise<void>;
  /** Ends all sessions of one sub-account except the newest. */
  endOlder(tx: Tx, subAccountId: string): Promise<void>;
};

export type ServiceDeps = { characters: Characters; sessions: DeskSessions };

export type Creation = {
  remark: string;
  unlimited: boolean;
  /** Characters to move from the owner at once, if it isn't unlimited. */
  characters: number;
  isDefault: boolean;
  /** Hashed in advance, because hashing is slow and must not prolong a transaction. */
  passwordHash: string;
  /** Defaults to normal, with a form's default settings. */
  status?: 'normal' | 'disabled';
  settings?: SubAccountSettings;
};

/**
 * Returns the given password, or a generated one of 12 unambiguous characters, with its hash. Throws
 * `identity.common-password`.
 */
export async function choosePassword(given: string | undefined): Promise<{ plain: string; hash: string }> {
  if (given !== undefined) await refuseCommonPassword(given);
  const plain = given ?? makePassword();
  return { plain, hash: await hashPassword(plain) };
}

/** Generates a password. Repeats until the random characters include every kind that the rules require. */
function makePassword(): string {
  for (;;) {
    const plain = `${readableCode(6)}-${readableCode(5).toUpperCase()}`;
    if (newPassword.safeParse(plain).success) return plain;
  }
}

/** Creates a sub-account and moves its first characters. Throws `characters.short`. Returns its id. */
export async function createSubAccount(
  tx: Tx,
  characters: Characters,
  workspaceId: WorkspaceId,
  creation: Creation,
): Promise<string> {
  const id = newId();
  const row = {
    workspaceId,
    id,
    passwordHash: creation.passwordHash,
    remark: creation.remark,
    isDefault: creation.isDefault,
    status: creation.status ?? 'normal',
    ...creation.settings,
  };
  // There are 31^8 names, so a collision is very unlikely.
  const name = () => `${readableCode(4)}-${readableCode(4)}`;
  while (!(await store.insertSubAccount(tx, { ...row, accountName: name() })));
  await characters.openSubAccount(tx, workspaceId, id, creation.unlimited);
  // An unlimited sub-account could not spend its own characters.
  if (creation.characters > 0 && !creation.unlimited) {
    await characters.allocate(tx, workspaceId, {
      key: `first allocation of ${id}`,
      subAccountId: id,
      amount: creation.characters,
      remark: null,
    });
  }
  return id;
}

/** Creates the sub-account of an owner's form. Throws `characters.short` or `ports.short`. Returns its id. */
export async function createFromForm(
  tx: Tx,
  characters: Characters,
  workspaceId: WorkspaceId,
  form: SubAccountForm,
  passwordHash: string,
): Promise<string> {
  if (form.status === 'normal') {
    const { portMode: mode, portLimit: limit } = form;
    // It has no row yet, so any unused id will do.
    await assertPortsAvailable(tx, workspaceId, [{ subAccountId: newId(), mode, limit }]);
  }
  const creation = { ...form, settings: settingsOf(form), isDefault: false, passwordHash };
  const id = await createSubAccount(tx, characters, workspaceId, creation);
  if (form.autoAllocation && !form.unlimited) {
    await characters.setAutoAllocation(tx, workspaceId, id, form.autoAllocation);
  }
  return id;
}

/**
 * Changes a sub-account's settings. Throws what the endpoint declares, including that the form is stale. Returns the
 * changed values for the audit log.
 */
export async function updateSubAccount(
  tx: Tx,
  { characters, sessions }: ServiceDeps,
  workspaceId: WorkspaceId,
  { subAccountId, version, ...form }: SubAccountChanges,
): Promise<AuditRecord['details']> {
  const [held] = await store.lockSubAccounts(tx, workspaceId, [subAccountId]);
  const before = assertFound(held, 'sub-account.not-found');
  if (before.version !== version) throw new AppError('resource.stale');
  if (before.status === 'normal') {
    const { portMode: mode, portLimit: limit } = form;
    await assertPortsAvailable(tx, workspaceId, [{ subAccountId, mode, limit }]);
  }
  await store.changeSubAccount(tx, workspaceId, subAccountId, { remark: form.remark, ...settingsOf(form) });
  const [balance] = await characters.balances(tx, workspaceId, [subAccountId]);
  if (balance?.unlimited !== form.unlimited) {
    await characters.setUnlimited(tx, workspaceId, subAccountId, form.unlimited);
  }
  // An unlimited sub-account spends the owner's characters, so nothing is allocated to it.
  const auto = form.unlimited ? null : form.autoAllocation;
  await characters.setAutoAllocation(tx, workspaceId, subAccountId, auto);
  if (before.multiDevice && !form.multiDevice) await sessions.endOlder(tx, subAccountId);
  return changesOf(
    { ...settingsOf(before), remark: before.remark, unlimited: balance?.unlimited },
    { ...settingsOf(form), remark: form.remark, unlimited: form.unlimited },
  );
}

/** Sets a new password and ends the sessions opened with the old one. Returns the account name. */
export async function resetPassword(
  tx: Tx,
  sessions: DeskSessions,
  workspaceId: WorkspaceId,
  { subAccountId, passwordHash }: { subAccountId: string; passwordHash: string },
): Promise<string> {
  const [held] = await store.lockSubAccounts(tx, workspaceId, [subAccountId]);
  const { accountName, isDefault } = assertFound(held, 'sub-account.not-found');
  if (isDefault) throw new AppError('sub-account.default');
  await store.setPassword(tx, workspaceId, subAccountId, passwordHash);
  await sessions.endAll(tx, [subAccountId], { except: null, reason: 'password-changed' });
  return accountName;
}

export type CharacterMove = {
  requestId: string;
  subAccountId: string;
  amount: number;
  remark?: string | undefined;
};

/**
 * Moves characters from the owner to a sub-account or the other way, once per request id; returns false for a repeated
 * one. Throws what the endpoints declare.
 */
export async function moveCharacters(
  tx: Tx,
  characters: Characters,
  workspaceId: WorkspaceId,
  direction: 'allocate' | 'takeBack',
  { requestId, subAccountId, amount, remark }: CharacterMove,
): Promise<boolean> {
  // Locked, so that it is neither deleted nor made unlimited meanwhile.
  const [held] = await store.lockSubAccounts(tx, workspaceId, [subAccountId]);
  assertFound(held, 'sub-account.not-found');
  const [balance] = await characters.balances(tx, workspaceId, [subAccountId]);
  if (balance?.unlimited) throw new AppError('sub-account.unlimited');
  const key = `${direction === 'allocate' ? 'allocation' : 'take-back'} ${requestId}`;
  return characters[direction](tx, workspaceId, { key, subAccountId, amount, remark: remark ?? null });
}

/** Locks sub-accounts to which something will apply until the transaction ends. Throws `sub-account.not-found`. */
export async function requireSubAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  if (!(await store.lockIfAllExist(tx, workspaceId, ids))) throw new AppError('sub-account.not-found');
}
