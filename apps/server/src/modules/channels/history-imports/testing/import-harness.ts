/** A workspace with one account, whose connector returns the test's pages. */
import { pino } from 'pino';
import { connectDatabase, type Database } from '../../../../base/db/database.ts';
import { testDatabase } from '../../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../../base/ids.ts';
import { type Heard, openImport } from './open-import.ts';

const log = pino({ level: 'silent' });

export type ImportHarness = Awaited<ReturnType<typeof startImportHarness>>;

export async function startImportHarness() {
  const test = await testDatabase();
  const database = connectDatabase(test.url, log);
  return {
    database,
    url: test.url,
    open: () => openAccount(database),
    async close() {
      await database.close();
      await test.drop();
    },
  };
}

export type ImportAccount = Awaited<ReturnType<typeof insertAccount>>;

async function insertAccount({ pool }: Database) {
  const [workspaceId, id, subAccountId] = [trustWorkspaceId(newId()), newId(), newId()];
  await pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, subAccountId, subAccountId],
  );
  await pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
     values ($1, $2, 'xmpp', 'Shop', $3, 'x', $4, '')`,
    [workspaceId, id, id, subAccountId],
  );
  return { workspaceId, id, platform: 'xmpp' as const, subAccountId };
}

async function openAccount(database: Database) {
  const account = await insertAccount(database);
  const heard: Heard[] = [];
  const { state, run, begin, add } = openImport(database, account, heard);
  return {
    account,
    heard,
    query: (sql: string, values: unknown[]) => database.pool.query(sql, values),
    state,
    run,
    begin,
    add,
    ...reading(database, account),
  };
}

function reading({ pool }: Database, { workspaceId }: ImportAccount) {
  return {
    async messages() {
      const { rows } = await pool.query(
        `select seq::int, changed_seq::int as changed, direction, original, translation_state as state, attachment, sent_at as at
         from messages where workspace_id = $1 order by seq`,
        [workspaceId],
      );
      return rows;
    },
    async conversation(chatId = 'marta') {
      const { rows } = await pool.query(
        `select unread, last_seq::int as "lastSeq", read_seq::int as "readSeq", waiting_since as waiting, last_message_at as at,
           customer_language as language, closed_at as closed, sub_account_id as "subAccountId", id
         from conversations where workspace_id = $1 and chat_id = $2`,
        [workspaceId, chatId],
      );
      return rows[0];
    },
    async jobs() {
      const { rows } = await pool.query(
        'select task_identifier as name from graphile_worker.jobs order by 1',
      );
      return rows.map(({ name }) => name);
    },
  };
}
