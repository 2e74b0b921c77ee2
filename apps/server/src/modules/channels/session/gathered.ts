/**
 * What social accounts ask of the database one by one, gathered into few statements: after a restart tens of thousands
 * are opened at once, and whoever else asks for a connection to the database still has to find one.
 */
import { Batches } from '../../../base/batches.ts';
import { type Database, isDatabaseGone } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageOutbox } from '../../conversations/index.ts';
import * as store from '../store.ts';

type Account = { workspaceId: WorkspaceId; id: string };

export type Gathered = {
  /** True if this is news. Only an enabled account has a state, and only the process that holds it tells it. */
  setState(account: Account, change: store.StateChange): Promise<boolean>;
  /** What it was sending when its last holder died: see `Outbox.recover`. */
  recover(account: Account & { idempotentSend: boolean }): Promise<void>;
  loadCursor(account: Account): Promise<string | null>;
  /** May it have something to send? */
  isDue(account: Account): Promise<boolean>;
};

export function gather(database: Database, outbox: MessageOutbox, processId: string): Gathered {
  // One at a time: the other connections are other people's.
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
    run: (batch) => store.readCursors(database, batch),
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
    isDue: (account) => dues.add(account),
  };
}
