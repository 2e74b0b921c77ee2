/** A workspace with one account, whose connector returns the test's pages. */
import {
  type Connector,
  type HistoryBatch,
  type HistoryRequest,
  type HistoryTrouble,
  type InboundText,
  noTokens,
} from '@parley/connectors';
import { pino } from 'pino';
import { connectDatabase, type Database, transaction } from '../../../../base/db/database.ts';
import { testDatabase } from '../../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../../base/ids.ts';
import type { Handler, Queue } from '../../../../base/queue/queue.ts';
import type { HistoryImportRow } from '../../../../schema/channels/history-imports.ts';
import { acceptHistory } from '../../../conversations/index.ts';
import { handleImportJobs, type ImportRunDeps } from '../run.ts';
import { addImport } from '../service.ts';
import { findImport, insertImport } from '../store.ts';

export const now = Date.UTC(2026, 4, 3);
const log = pino({ level: 'silent' });

export type HistoryItem = HistoryBatch | HistoryTrouble;
export type HistoryPages = (request: HistoryRequest) => AsyncIterable<HistoryItem> | Iterable<HistoryItem>;

/** A message of history, this many minutes old. */
export const oldMessage = (minutes: number, given: Partial<InboundText> = {}): InboundText => ({
  kind: 'text',
  platformMessageId: `old ${minutes}`,
  chatId: 'marta',
  chatKind: 'private',
  chatTitle: null,
  from: { id: 'marta', displayName: 'Marta', language: null },
  text: `Hola ${minutes}`,
  sentAt: now - minutes * 60_000,
  history: true,
  ...given,
});

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

const clock = { now: () => now, sleep: async () => undefined };
const translation = {
  firstPrior: () => null,
  observe: (_: unknown, text: string) => {
    const language = text.includes('Hola') ? 'es' : null;
    const prior = language && { language, support: 1, challenger: null };
    return { language, prior, assumed: language };
  },
};

export type ImportAccount = Awaited<ReturnType<typeof insertAccount>>;
type Heard = { name: string; conversationIds: string[] };

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

export function openImport(
  database: Database,
  { workspaceId, id }: Pick<ImportAccount, 'workspaceId' | 'id'>,
  heard: Heard[],
) {
  const state = async (importId: string): Promise<HistoryImportRow> => {
    const row = await findImport(database, { workspaceId, id: importId });
    if (row === null) throw new Error('the import is gone');
    return row;
  };
  return {
    state,
    /** Runs one job of the import with these pages. */
    async run(importId: string, pages: HistoryPages, given: { last?: boolean; signal?: AbortSignal } = {}) {
      let handler: Handler<never> = async () => undefined;
      // Registering handlers uses no more of a queue.
      const queue = { handle: (_: unknown, given: Handler<never>) => (handler = given) } as unknown as Queue;
      handleImportJobs(queue, fakeDeps(database, pages, heard));
      const payload = { workspaceId, importId } as never; // of this job's shape
      const { last = false, signal = new AbortController().signal } = given;
      await handler(payload, { number: 1, last, signal });
      return state(importId);
    },
    /** Adds an import without a job of the queue. */
    async begin(days: number | null = null) {
      const importId = newId();
      const since = days === null ? null : new Date(now - days * 86_400_000);
      const startedAt = new Date(now);
      const row = { workspaceId, id: importId, socialAccountId: id, range: 'all' as const, since, startedAt };
      if (!(await transaction(database, (tx) => insertImport(tx, row)))) throw new Error('one is running');
      return importId;
    },
    add: () => transaction(database, (tx) => addImport(tx, { clock }, { workspaceId, id }, '7-days')),
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

function fakeDeps(database: Database, pages: HistoryPages, heard: Heard[]): ImportRunDeps {
  const connector = {
    manifest: { platform: 'xmpp' },
    async *readHistory(request: HistoryRequest) {
      yield* pages(request);
    },
  } as unknown as Connector; // nothing else of it is asked for
  const emitter = (name: string) => ({
    emit: (_: string, event: { conversationIds: string[] }) =>
      heard.push({ name, conversationIds: event.conversationIds }),
  });
  return {
    database,
    connectors: { get: () => connector, all: () => [connector] },
    secrets: { open: () => '{}', seal: (text: string) => text },
    proxies: {
      findEgress: async (_: unknown, accounts: readonly { id: string }[]) =>
        new Map(accounts.map(({ id }) => [id, { kind: 'direct' }])),
    } as never, // asks no more
    network: {} as never, // never used
    platformTokens: { of: () => noTokens } as never, // asks no more
    realtime: { console: () => emitter('console'), desk: (id: string) => emitter(id) } as never, // no more is asked for
    conversations: {
      acceptHistory: (tx, account, page) => acceptHistory(tx, { translation, clock }, account, page),
    },
    clock,
    log,
    pageMs: 200,
  };
}
