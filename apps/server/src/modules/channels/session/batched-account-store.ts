/**
 * Batches the queries of single social accounts into few statements: after a restart tens of thousands of accounts are
 * opened at once, and requests must still get a database connection.
 */
import { Batches } from '../../../base/batches.ts';
import { type Database, isDatabaseGone, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { findGuests, type MessageOutbox } from '../../conversations/index.ts';
import { readCursors, saveHeldCursor, setHeldValue } from '../connector-values/store.ts';
import * as store from '../store.ts';

type Account = { workspaceId: WorkspaceId; id: string };

export type BatchedAccountStore = {
  /** Returns whether the state changed. Writes only for an enabled account that this process holds. */
  setState(account: Account, change: store.StateChange): Promise<boolean>;
  /** Recovers messages that were being sent when the previous holder died: see `Outbox.recover`. */
  recover(account: Account & { idempotentSend: boolean }): Promise<void>;
  loadCursor(account: Account): Promise<string | null>;
  /** Rejects once another process holds the account. */
  saveCursor(account: Account, cursor: string): Promise<void>;
  /** Rejects once another process holds the account. */
  setValue(account: Account, key: string, value: string | null): Promise<void>;
  /** Returns the other sub-accounts that work on the account's conversations. */
  guestsOf(account: Account): Promise<string[]>;
  /** Returns whether the account may have messages to send. */
  isDue(account: Account): Promise<boolean>;
};

export function createBatchedAccountStore(
  database: Database,
  outbox: MessageOutbox,
  processId: string,
): BatchedAccountStore {
  // One lane: the remaining connections serve requests.
  const common = { failsAll: isDatabaseGone, lanes: 1 };
  const states = new Batches<store.AccountState, boolean>({
    ...common,
    keyOf: ({ id }) => id,
    run: (batch) => store.setStates(database, processId, batch),
  });
  const recoveries = new Batches<Account & { idempotentSend: boolean }>({
    ...common,
    async run(batch) {
      await outbox.recover(batch);
      return batch.map(() => undefined);
    },
  });
  const cursors = new Batches<Account, string | null>({
    ...common,
    run: (batch) => readCursors(database, batch),
  });
  const guests = new Batches<Account, string[]>({
    ...common,
    async run(batch) {
      const found = await findGuests(database, batch);
      const byAccount = Map.groupBy(found, ({ socialAccountId }) => socialAccountId);
      return batch.map(({ id }) => (byAccount.get(id) ?? []).map(({ subAccountId }) => subAccountId));
    },
  });
  const dues = new Batches<Account, boolean>({
    ...common,
    async run(batch) {
      const due = new Set(await outbox.due(batch.map(({ id }) => id)));
      return batch.map(({ id }) => due.has(id));
    },
  });
  return {
    setState: ({ workspaceId, id }, change) => states.add({ workspaceId, id, ...change }),
    recover: (account) => recoveries.add(account),
    loadCursor: (account) => cursors.add(account),
    saveCursor: (account, cursor) => saveHeldCursor(database, processId, account, cursor),
    setValue: (account, key, value) =>
      transaction(database, (tx) => setHeldValue(tx, processId, account, { key, value })),
    guestsOf: (account) => guests.add(account),
    isDue: (account) => dues.add(account),
  };
}
