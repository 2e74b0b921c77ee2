import { newPassword } from '@parley/contract';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { Characters } from '../characters/index.ts';
import { insertSubAccount } from './store.ts';

export type Creation = {
  remark: string;
  unlimited: boolean;
  /** Characters to move from the owner at once. */
  characters: number;
  isDefault: boolean;
  /** Hashed beforehand: hashing takes long, and a transaction should not wait for it. */
  password: { plain: string; hash: string };
};

/** The given password, or one of the server's own making: 12 characters that nobody misreads. */
export async function choosePassword(given: string | undefined): Promise<Creation['password']> {
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
    passwordHash: creation.password.hash,
    remark: creation.remark,
    isDefault: creation.isDefault,
  };
  // 31^8 names: the second try is a courtesy to chance.
  while (!(await insertSubAccount(tx, { ...row, accountName: `${readableCode(4)}-${readableCode(4)}` })));
  await characters.openSubAccount(tx, workspaceId, id, creation.unlimited);
  if (creation.characters > 0) {
    await characters.allocate(tx, workspaceId, {
      key: `first allocation of ${id}`,
      subAccountId: id,
      amount: creation.characters,
      remark: null,
    });
  }
  return id;
}
