/** Conversations with links, and the links' holders, below HTTP: messages are rows only. */
import { type SharedChat, shareParameter } from '@parley/contract/chat-shares';
import { and, eq } from 'drizzle-orm';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createPasses } from '../../../base/share-links/passes.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { stillClock } from '../../../testing/test-clock.ts';
import { createFileAddresses } from '../../files/index.ts';
import * as service from '../service.ts';
import * as visits from '../visits.ts';

export type ChatSharesHarness = Awaited<ReturnType<typeof startChatSharesHarness>>;
export type SharingWorld = Awaited<ReturnType<ChatSharesHarness['world']>>;

const secret = 'a secret for tests that is long enough to be taken';

export async function startChatSharesHarness() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 12);
  const clock = stillClock();
  const deps: visits.ChatVisitDeps = {
    database,
    clock,
    secrets: createSecretBox([secret]),
    passes: createPasses([secret], 'chat shares', clock),
    fileAddresses: createFileAddresses(secret, clock.now),
    belongs: async (_workspaceId, tenantId) => tenantId === null,
  };
  return {
    database,
    clock,
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
    world: () => openWorld(deps),
    ...visitorsOf(deps),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

function visitorsOf(deps: visits.ChatVisitDeps) {
  let addresses = 0;
  const newAddress = () => `198.18.1.${++addresses}`;
  const open = (token: string, password?: string, address = newAddress()) =>
    visits.openShare(deps, { token, password, address, tenantId: null });
  return {
    newAddress,
    open,
    read: (
      token: string,
      place: Parameters<typeof visits.readShared>[2] = {},
      pass = '',
    ): Promise<SharedChat> => visits.readShared(deps, { token, pass, tenantId: null }, place),
    linkToFile: (token: string, seq: number) =>
      visits.linkToFile(deps, { token, pass: '', tenantId: null }, seq),
    /** Opens a link with its password, and returns the pass. */
    passOf: async (token: string, password: string) => (await open(token, password)).pass ?? '',
  };
}

/** Opens a workspace with an agent and an account, to which customers write. */
async function openWorld(deps: visits.ChatVisitDeps) {
  const { db } = deps.database;
  const workspaceId = trustWorkspaceId(newId());
  const [subAccountId, socialAccountId] = [newId(), newId()];
  await db.insert(workspaces).values({ id: workspaceId });
  const agent = { id: subAccountId, accountName: subAccountId, passwordHash: 'constant', remark: 'Ana' };
  await db.insert(subAccounts).values({ ...agent, workspaceId });
  const account = {
    id: socialAccountId,
    platform: 'telegram',
    name: 'Shop',
    externalId: socialAccountId,
  } as const;
  await db
    .insert(socialAccounts)
    .values({ ...account, workspaceId, subAccountId, handle: '', credentials: '' });
  return {
    workspaceId,
    subAccountId,
    socialAccountId,
    ...chatsIn(deps.database, { workspaceId, subAccountId, socialAccountId }, deps.clock.now),
    ...sharesIn(deps, workspaceId),
    /** Returns the recorded acts on an object with their details, oldest first. */
    audited: (objectId: string) =>
      db
        .select({ action: auditEntries.action, details: auditEntries.details })
        .from(auditEntries)
        .where(and(eq(auditEntries.workspaceId, workspaceId), eq(auditEntries.objectId, objectId)))
        .orderBy(auditEntries.createdAt, auditEntries.id),
  };
}

type Place = { workspaceId: WorkspaceId; subAccountId: string; socialAccountId: string };
type Message = Partial<typeof messages.$inferInsert>;

function chatsIn({ db }: Database, { workspaceId, subAccountId, socialAccountId }: Place, now: () => number) {
  /** Adds a translated message of Marta’s with this number. */
  async function write(conversationId: string, seq: number, original: string, given: Message = {}) {
    const translated = { translation: `${original}, translated`, translationLanguage: 'en' };
    await db.insert(messages).values({
      workspaceId,
      id: newId(),
      conversationId,
      socialAccountId,
      seq,
      changedSeq: seq,
      direction: 'in',
      kind: 'text',
      original,
      ...translated,
      translationState: 'done',
      delivery: 'received',
      sentAt: new Date(now()),
      ...given,
    });
    await db.update(conversations).set({ lastSeq: seq }).where(eq(conversations.id, conversationId));
  }
  return {
    write,
    /** Creates a conversation with these lines of Marta’s. Returns its id. */
    async chat(...lines: string[]): Promise<string> {
      const id = newId();
      const row = {
        workspaceId,
        subAccountId,
        socialAccountId,
        platform: 'telegram',
        kind: 'private',
      } as const;
      await db.insert(conversations).values({ ...row, id, chatId: newId(), title: 'Marta' });
      for (const [at, line] of lines.entries()) await write(id, at + 1, line);
      return id;
    },
    /** Changes the first message of a conversation. */
    change: (conversationId: string, changes: Message) =>
      db
        .update(messages)
        .set(changes)
        .where(and(eq(messages.conversationId, conversationId), eq(messages.seq, 1))),
  };
}

const shareForm = {
  title: 'Order 1042',
  access: 'public',
  validDays: null,
  password: null,
} as const satisfies service.ChatShareForm;

function sharesIn(deps: service.ChatShareDeps, workspaceId: WorkspaceId) {
  const actor = { kind: 'owner', id: null, workspaceId } as const;
  const origin = { ...systemOrigin, actor };
  type Form = Partial<service.ChatShareForm>;
  return {
    async share(conversationId: string, given: Form = {}) {
      const form = { ...shareForm, ...given, conversationId };
      const made = await service.createShare(deps, workspaceId, form, origin);
      return { ...made, token: new URL(made.path, 'http://host').searchParams.get(shareParameter) ?? '' };
    },
    update: (shareId: string, version: number, given: Form) =>
      service.updateShare(deps, workspaceId, { ...shareForm, ...given, shareId, version }, origin),
    enable: (shareId: string, enabled: boolean) =>
      service.setEnabled(deps, workspaceId, { shareId, enabled }, origin),
    cancel: (shareId: string) => service.cancelShare(deps, workspaceId, shareId, origin),
    remove: (shareId: string) => service.deleteShare(deps, workspaceId, shareId, origin),
    get: (shareId: string) => service.getShare(deps, workspaceId, shareId),
    passwordOf: (shareId: string) => service.readPassword(deps, workspaceId, shareId),
    list: async (filter: Partial<Parameters<typeof service.listShares>[2]>) =>
      (await service.listShares(deps, workspaceId, { pageNo: 1, pageSize: 20, ...filter })).list,
  };
}
