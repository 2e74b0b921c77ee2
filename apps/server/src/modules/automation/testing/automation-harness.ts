/** A workspace with an agent and conversations, and the automation that answers there, without the app. */
import { randomUUID } from 'node:crypto';
import type { KeywordRuleForm, WelcomeTemplateForm } from '@parley/contract/automation';
import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import type { FileStore } from '../../../base/files/file-store.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { addJob, addJobsWithCommit } from '../../../base/queue/queue.ts';
import { createSignal } from '../../../base/signal.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, type MessageRow, messages } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { stillClock } from '../../../testing/test-clock.ts';
import { sendRulesOf } from '../../channels/index.ts';
import { messageArrived, orderedKey } from '../../conversations/index.ts';
import { createRule } from '../rules/service.ts';
import { type AutomationDeps, createAutomation } from '../service.ts';
import { ruleForm, welcomeForm } from './reply-forms.ts';

/** The agent reads English, and replies are translated to the customer's language. */
const settings: EffectiveTranslationSettings = {
  translationMode: 'ai',
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'en',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

type Place = {
  readonly database: Database;
  readonly clock: ReturnType<typeof stillClock>;
  readonly automation: ReturnType<typeof createAutomation>;
  workspaceId: WorkspaceId;
  subAccountId: string;
  socialAccountId: string;
};

/** Registers hooks that open one database per file, and create a new workspace for each test. */
export function automationHarness(fileStore: () => FileStore = () => Object.create(null)) {
  let test: TestDatabase;
  let opened: Database;
  let automation: ReturnType<typeof createAutomation>;
  const place = {
    get database() {
      return opened;
    },
    get automation() {
      return automation;
    },
    clock: stillClock(),
    workspaceId: trustWorkspaceId(newId()),
    subAccountId: '',
    socialAccountId: '',
  };
  const depsOn = (database: Database) => depsOf(database, place.clock, fileStore());
  const others: Database[] = [];
  beforeAll(async () => {
    test = await testDatabase();
    opened = connectDatabase(test.url, createLog('silent'));
    automation = createAutomation(depsOn(opened));
  });
  afterAll(async () => {
    for (const database of [...others, opened]) await database.close();
    await test.drop();
  });
  beforeEach(() => openWorkspace(place));
  return Object.assign(place, actsIn(place), jobsIn(place), {
    /** Returns the automation of another process on the same database. */
    anotherProcess() {
      const database = connectDatabase(test.url, createLog('silent'));
      others.push(database);
      return createAutomation(depsOn(database));
    },
    deps: () => depsOn(opened),
  });
}

function depsOf(database: Database, clock: AutomationDeps['clock'], fileStore: FileStore): AutomationDeps {
  const signal = createSignal<never>();
  const partial: unknown = { mediaInspector: null, translation: { resolveSettings: async () => settings } };
  // Automation only resolves settings, and copies files without inspecting them.
  const unused = partial as Pick<AutomationDeps, 'mediaInspector' | 'translation'>;
  return {
    ...unused,
    database,
    clock,
    fileStore,
    conversations: { changes: { announce: () => undefined, changed: signal, queued: signal } },
    queue: { runAfterCommit: addJobsWithCommit },
    sendRulesOf,
  };
}

async function openWorkspace(place: Place): Promise<void> {
  const workspaceId = trustWorkspaceId(newId());
  const [subAccountId, socialAccountId] = [newId(), newId()];
  Object.assign(place, { workspaceId, subAccountId, socialAccountId });
  const { db } = place.database;
  await db.insert(workspaces).values({ id: workspaceId });
  await db.insert(subAccounts).values({
    workspaceId,
    id: subAccountId,
    accountName: subAccountId,
    passwordHash: 'hash',
    remark: 'Ana',
    autoReply: true,
  });
  await db.insert(socialAccounts).values({
    workspaceId,
    id: socialAccountId,
    platform: 'webchat',
    name: 'Shop',
    externalId: socialAccountId,
    handle: '',
    subAccountId,
    credentials: '',
  });
}

type Given = Partial<typeof messages.$inferInsert>;
type Chat = typeof conversations.$inferInsert;

const ofChat = ({ workspaceId }: Place, id: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id));

/** Functions that store what people write, without answering it. */
function writingIn(place: Place) {
  /** Stores a message as the last of its conversation. Returns its id. */
  async function write(conversationId: string, text: string, given: Given): Promise<string> {
    const { workspaceId, socialAccountId, database } = place;
    const id = newId();
    const at = new Date(place.clock.now());
    const [chat] = await database.db
      .update(conversations)
      .set({ lastSeq: sql`${conversations.lastSeq} + 1` })
      .where(ofChat(place, conversationId))
      .returning({ seq: conversations.lastSeq });
    const seq = chat?.seq ?? 0;
    const row = { workspaceId, id, conversationId, socialAccountId, seq, changedSeq: seq, original: text };
    const written = { kind: 'text', translationState: 'none', sentAt: at, createdAt: at } as const;
    await database.db
      .insert(messages)
      .values({ ...row, ...written, direction: 'in', delivery: 'received', ...given });
    return id;
  }
  return {
    /** Stores a customer's message. */
    receive: (chat: string, text: string, given: Given = {}) => write(chat, text, given),
    /** Stores an agent's message; from another device without `authorSubAccountId`. */
    agentSays(chat: string, text: string, given: Given = {}) {
      const sent = { direction: 'out', delivery: 'sent', authorSubAccountId: place.subAccountId } as const;
      return write(chat, text, { ...sent, ...given });
    },
    async openChat(given: Partial<Chat> = {}): Promise<string> {
      const { workspaceId, socialAccountId, subAccountId, database } = place;
      const [id, chatId] = [newId(), randomUUID()];
      const chat = { workspaceId, id, socialAccountId, subAccountId, chatId, title: chatId };
      await database.db
        .insert(conversations)
        .values({ ...chat, platform: 'webchat', kind: 'private', ...given });
      return id;
    },
    archive: (chat: string) =>
      place.database.db
        .update(conversations)
        .set({ closedAt: sql`now()`, archivedAt: sql`now()` })
        .where(ofChat(place, chat)),
  };
}

/** Functions of the owner, and of the jobs for customers' messages. */
function actsIn(place: Place) {
  const caller = () => ({ workspaceId: place.workspaceId, origin: systemOrigin });
  const writing = writingIn(place);
  return Object.assign(writing, {
    caller,
    template: (changes: Partial<WelcomeTemplateForm> = {}) =>
      createRule(place, caller(), 'welcome', { ...welcomeForm, ...changes }),
    rule: (changes: Partial<KeywordRuleForm> = {}) =>
      createRule(place, caller(), 'keyword', { ...ruleForm, ...changes }),
    /** Stores customers' messages that arrived together, and answers them. */
    async arrive(chat: string, ...texts: string[]): Promise<string[]> {
      const ids: string[] = [];
      for (const text of texts) ids.push(await writing.receive(chat, text));
      await place.automation.answerArrivals(place.workspaceId, ids);
      return ids;
    },
    decide: (values: Partial<typeof subAccounts.$inferInsert>) =>
      place.database.db.update(subAccounts).set(values).where(eq(subAccounts.id, place.subAccountId)),
    /** Returns the automatic replies of a conversation in order. */
    async repliesIn(chat: string): Promise<MessageRow[]> {
      const rows = await place.database.db
        .select()
        .from(messages)
        .where(and(eq(messages.workspaceId, place.workspaceId), eq(messages.conversationId, chat)))
        .orderBy(messages.seq);
      return rows.filter(({ triggeredBy }) => triggeredBy !== null);
    },
  });
}

type PostponedJob = {
  id: string;
  payload: { messageId: string; ruleId: string; round: number };
  /** Seconds from the test's time until it is due. */
  after: number;
};

function jobsIn(place: Place) {
  /** Returns the workspace's jobs of a kind in the order in which they are due. */
  async function jobsOf(name: string): Promise<PostponedJob[]> {
    const { rows } = await place.database.db.execute<PostponedJob>(sql`
      select j.id, j.payload, round(extract(epoch from j.run_at) - ${place.clock.now() / 1000}, 1)::float8 as after
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${name} and j.payload ->> 'workspaceId' = ${place.workspaceId}
      order by j.run_at, j.id`);
    return rows;
  }
  const drop = (id: string) =>
    place.database.db.execute(sql`delete from graphile_worker._private_jobs where id = ${id}`);
  return {
    jobsOf,
    /** Makes all jobs due without running them. */
    makeDue: () => place.database.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`),
    /** Adds the job with which a message arrives. */
    async addArrival(chat: string, messageId: string): Promise<void> {
      const { workspaceId } = place;
      const [message] = await place.database.db.select().from(messages).where(eq(messages.id, messageId));
      if (message === undefined) throw new Error(`no message ${messageId} in ${chat}`);
      const key = orderedKey(messageArrived.name, message);
      await transaction(place.database, (tx) =>
        addJob(tx, messageArrived, { workspaceId, messageId }, { key }),
      );
    },
    /** Runs all delayed replies of the workspace as if they were due. */
    async sendDelayed(): Promise<void> {
      for (const { id, payload } of await jobsOf('automation.delayed-reply')) {
        await place.automation.answerLater(place.workspaceId, payload.messageId, payload.ruleId);
        await drop(id);
      }
    },
    /** Runs the jobs that wait for translations, without those that they add. */
    async searchTranslations(): Promise<void> {
      for (const { id, payload } of await jobsOf('automation.after-translation')) {
        await drop(id);
        await place.automation.answerTranslated(place.workspaceId, payload.messageId, payload.round);
      }
    },
  };
}
