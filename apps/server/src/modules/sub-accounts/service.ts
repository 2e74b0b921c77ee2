import { newPassword } from '@parley/contract';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import type { Tx } from '../../base/db/database.ts';
import { AppError, found } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { Characters } from '../characters/index.ts';
import { findSubAccount, insertSubAccount } from './store.ts';

export type Creation = {
  remark: string;
  unlimited: boolean;
  /** Characters to move from the owner at once, if it isn't unlimited. */
  characters: number;
  isDefault: boolean;
  /** Hashed beforehand: hashing takes long, and a transaction should not wait for it. */
  passwordHash: string;
};

/** The given password, or one of the server's own making: 12 characters that nobody misreads. */
export async function choosePassword(given: string | undefined): Promise<{ plain: string; hash: string }> {
  const plain = given ?? makePassword();
  return { plain, hash: await hashPassword(plain) };
}

/** Chance may leave a kind of character out that the rules ask for: then it is asked again. */
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
  };
  // 31^8 names: the second try is a courtesy to chance.
  while (!(await insertSubAccount(tx, { ...row, accountName: `${readableCode(4)}-${readableCode(4)}` })));
  await characters.openSubAccount(tx, workspaceId, id, creation.unlimited);
  // Nobody could spend what an unlimited one had of its own.
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

export type Allocation = {
  requestId: string;
  subAccountId: string;
  amount: number;
  remark?: string | undefined;
};

/** Moves characters from the owner, once for each request. Throws what the endpoint declares. */
export async function allocate(
  tx: Tx,
  characters: Characters,
  workspaceId: WorkspaceId,
  { requestId, subAccountId, amount, remark }: Allocation,
): Promise<void> {
  found(await findSubAccount(tx, workspaceId, subAccountId), 'sub-account.not-found');
  const [balance] = await characters.balances(tx, workspaceId, [subAccountId]);
  if (balance?.unlimited) throw new AppError('sub-account.unlimited');
  await characters.allocate(tx, workspaceId, {
    key: `allocation ${requestId}`,
    subAccountId,
    amount,
    remark: remark ?? null,
  });
}
