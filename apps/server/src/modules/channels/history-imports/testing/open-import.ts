/** An import of history with the pages of a test, for processes that do without the test runner, too. */
import {
  type Connector,
  type HistoryBatch,
  type HistoryRequest,
  type HistoryTrouble,
  type InboundText,
  noTokens,
} from '@parley/connectors';
import { pino } from 'pino';
import { type Database, transaction } from '../../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../../base/ids.ts';
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

const clock = { now: () => now, sleep: async () => undefined };
const translation = {
  firstPrior: () => null,
  observe: (_: unknown, text: string) => {
    const language = text.includes('Hola') ? 'es' : null;
    const prior = language && { language, support: 1, challenger: null };
    return { language, prior, assumed: language };
  },
};

export type Heard = { name: string; conversationIds: string[] };

export function openImport(
  database: Database,
  { workspaceId, id }: { workspaceId: WorkspaceId; id: string },
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
