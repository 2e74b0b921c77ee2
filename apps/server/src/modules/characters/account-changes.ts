/** Changes a sub-account's character account on its owner's decision. */
import type { AutoAllocation } from '@parley/contract/sub-accounts';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { lockAccounts, moveAllBack } from './moves/store.ts';
import { changeAccount, insertAccount } from './store.ts';

/** Releases this process's block of one account. */
export type Recall = (workspaceId: WorkspaceId, accountId: string) => Promise<void>;

export type AccountChanges = {
  openOwnerAccount(tx: Tx, workspaceId: WorkspaceId): Promise<void>;
  openSubAccount(tx: Tx, workspaceId: WorkspaceId, subAccountId: string, unlimited: boolean): Promise<void>;
  /**
   * Makes an account unlimited or limited. An unlimited one returns all its characters to the owner, including those on
   * leases once they are settled; a limited one starts with none.
   */
  setUnlimited(tx: Tx, workspaceId: WorkspaceId, subAccountId: string, unlimited: boolean): Promise<void>;
  /**
   * Sets the characters that are moved automatically from the owner to a limited account; null turns it off. Applies
   * from the next reservation on.
   */
  setAutoAllocation(
    tx: Tx,
    workspaceId: WorkspaceId,
    subAccountId: string,
    auto: AutoAllocation | null,
  ): Promise<void>;
  /**
   * Closes a deleted sub-account's account: its characters return to the owner, and nothing more can be reserved. Its
   * records are kept.
   */
  closeSubAccount(tx: Tx, workspaceId: WorkspaceId, subAccountId: string): Promise<void>;
};

export function createAccountChanges(recallOf: Recall): AccountChanges {
  /** Recalls this process's blocks, which were drawn under the earlier setting. */
  const recallAfter = (tx: Tx, workspaceId: WorkspaceId, subAccountId: string) =>
    tx.afterCommit(() => void recallOf(workspaceId, subAccountId));

  return {
    openOwnerAccount: (tx: Tx, workspaceId: WorkspaceId) =>
      insertAccount(tx, workspaceId, workspaceId, false),
    openSubAccount: insertAccount,

    async setUnlimited(tx: Tx, workspaceId: WorkspaceId, subAccountId: string, unlimited: boolean) {
      const accounts = await lockAccounts(tx, workspaceId, [workspaceId, subAccountId]);
      if (accounts.get(subAccountId)?.unlimited === unlimited) return;
      await changeAccount(tx, workspaceId, subAccountId, { unlimited, autoBelow: null, autoAmount: null });
      await returnAll(tx, workspaceId, subAccountId, `unlimited ${newId()}`);
      recallAfter(tx, workspaceId, subAccountId);
    },

    async setAutoAllocation(
      tx: Tx,
      workspaceId: WorkspaceId,
      subAccountId: string,
      auto: AutoAllocation | null,
    ) {
      const changes = { autoBelow: auto?.below ?? null, autoAmount: auto?.amount ?? null };
      await changeAccount(tx, workspaceId, subAccountId, changes);
      recallAfter(tx, workspaceId, subAccountId);
    },

    async closeSubAccount(tx: Tx, workspaceId: WorkspaceId, subAccountId: string) {
      await lockAccounts(tx, workspaceId, [workspaceId, subAccountId]);
      await changeAccount(tx, workspaceId, subAccountId, { closed: true });
      await returnAll(tx, workspaceId, subAccountId, `closed ${subAccountId}`);
      recallAfter(tx, workspaceId, subAccountId);
    },
  };
}

async function returnAll(tx: Tx, workspaceId: WorkspaceId, subAccountId: string, key: string): Promise<void> {
  await moveAllBack(tx, workspaceId, { key, subAccountId, remark: null, automatic: true });
}
