/** Deletion of a sub-account's conversations, also while messages and edits arrive. */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { messageVersions } from '../../../schema/conversations/versions.ts';
import { conversations, messages, previews } from '../../../schema/conversations.ts';
import { fans } from '../../../schema/fans.ts';
import { files } from '../../../schema/files.ts';
import { translationSettingsTable } from '../../../schema/translation.ts';
import { deleteSubAccountData as deleteFans, mergeFans, undoMerge } from '../../fans/index.ts';
import { keepShared } from '../../files/index.ts';
import * as translation from '../../translation/index.ts';
import { releaseUnusedFiles } from '../media/store.ts';
import { receiveChange } from '../message-changes/receive.ts';
import { keepVersion } from '../message-changes/store.ts';
import { preview } from '../outbound/translate.ts';
import { changeMessage, findMessage } from '../store.ts';
import {
  type ConversationsHarness,
  isWaitingForLock,
  startConversationsHarness,
} from '../testing/conversations-harness.ts';
import { type ConversationsWorld, readsEnglish } from '../testing/conversations-world.ts';
import { deleteSubAccountData } from './store.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

type Delete = typeof deleteSubAccountData;
const deleteOnce = (deleteData: Delete = deleteSubAccountData) =>
  transaction(harness.database, (tx) => deleteData(tx, world.workspaceId, world.agent.subAccountId));
/** Calls the deletion until nothing is left. Returns how often it was called. */
async function deleteAgent(deleteData: Delete = deleteSubAccountData): Promise<number> {
  let calls = 1;
  while (await deleteOnce(deleteData)) calls += 1;
  return calls;
}
async function counted() {
  const { db } = harness.database;
  const { workspaceId, agent, site } = world;
  const settings = translationSettingsTable;
  return {
    conversations: await db.$count(conversations, eq(conversations.subAccountId, agent.subAccountId)),
    messages: await db.$count(messages, eq(messages.socialAccountId, site.id)),
    settings: await db.$count(
      settings,
      and(eq(settings.workspaceId, workspaceId), ne(settings.level, 'workspace')),
    ),
    previews: await db.$count(previews, eq(previews.workspaceId, workspaceId)),
  };
}
const waitsFor = (what: string, like: string) => until(what, () => isWaitingForLock(harness.database, like));

it('deletes a sub-account’s settings, messages and conversations in batches, and no other’s', async () => {
  const chat = randomUUID();
  await world.receive(...Array.from({ length: 4_500 }, (_, n) => world.inbound(chat, `${n}`)));
  const id = await world.idOf(chat);
  await transaction(harness.database, (tx) =>
    harness.deps.translation.putSettings(
      tx,
      world.workspaceId,
      { level: 'conversation', subjectId: id },
      { ...readsEnglish, sendTargetLanguage: 'es' },
    ),
  );
  const draft = { messageId: randomUUID(), text: 'Good morning' };
  await preview(harness.deps, world.agent, id, draft, new AbortController().signal);
  await world.says(id, draft.text, { id: draft.messageId });
  const ben = await world.addAgent();
  const other = randomUUID();
  await world.receive(world.inbound(other, 'Hola', { account: await world.addAccount(ben) }));
  expect(await counted()).toEqual({ conversations: 1, messages: 4_501, settings: 3, previews: 1 });

  await deleteAgent(translation.deleteSubAccountData);
  expect(await counted()).toMatchObject({ settings: 1 });
  expect(await deleteAgent()).toBeGreaterThan(3);
  expect(await counted()).toEqual({ conversations: 0, messages: 0, settings: 1, previews: 0 });
  expect(await world.rowsOf(other)).toHaveLength(1);
});

it('deletes a person without a row on any account with their last conversation', async () => {
  const { workspaceId, agent } = world;
  const ben = await world.addAgent();
  const here = { account: await world.addAccount(agent, 'telegram') };
  const there = { account: await world.addAccount(ben, 'telegram') };
  await world.receive(world.inbound('kept', 'Hola', here), world.inbound('merged', 'Hola', there));
  const { db } = harness.database;
  const found = await db
    .select({ chatId: conversations.chatId, fanId: conversations.fanId })
    .from(conversations)
    .where(eq(conversations.workspaceId, workspaceId));
  const fanOf = (chatId: string) => found.find((it) => it.chatId === chatId)?.fanId ?? '';
  const [keptFanId, mergedFanId] = [fanOf('kept'), fanOf('merged')];
  const isKnown = async () =>
    (await db.$count(fans, and(eq(fans.workspaceId, workspaceId), eq(fans.id, mergedFanId)))) === 1;
  const request = { workspaceId, keptFanId, mergedFanId, mergedBy: null, at: Date.now() };
  const merge = await transaction(harness.database, (tx) => mergeFans(tx, { ...request, reason: 'manual' }));
  await world.receive(world.inbound('merged', 'Hola', here));
  const undo = { workspaceId, mergeId: merge.ok ? merge.mergeId : '', undoneBy: null, at: Date.now() };
  await transaction(harness.database, (tx) => undoMerge(tx, undo));
  await deleteAgent((tx) => deleteSubAccountData(tx, workspaceId, ben.subAccountId));
  await deleteAgent((tx) => deleteFans(tx, workspaceId, ben.subAccountId));
  expect(await isKnown(), 'by another conversation').toBe(true);
  await deleteAgent();
  expect(await isKnown()).toBe(false);
});

it('deletes a conversation together with a message that arrives during the deletion', async () => {
  const chat = randomUUID();
  await world.receive(world.inbound(chat, 'Hola'));
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
  // The first call deletes the messages; the second runs into a visitor who is writing.
  expect(await deleteOnce()).toBe(true);
  const writing = transaction(harness.database, async (tx) => {
    await tx.db.execute(sql`
      with c as (
        update ${conversations} set last_seq = last_seq + 1 where chat_id = ${chat} returning *
      )
      insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                            original, translation_state, delivery, sent_at)
      select workspace_id, ${randomUUID()}, id, social_account_id, last_seq, last_seq, 'in', 'text', 'Adiós', 'none',
        'received', now() from c`);
    hasWritten();
    await committing;
  });
  await written;
  const deleting = deleteOnce();
  await waitsFor('the deletion to wait', 'from "conversations" c');
  commit();
  await writing;
  expect(await deleting).toBe(true);
  await deleteAgent();
  expect(await counted()).toMatchObject({ conversations: 0, messages: 0 });
});

it('deletes a shared file with its last message, and keeps it for one that is taking it concurrently', async () => {
  const { database } = harness;
  const { workspaceId } = world;
  const { chatId } = await world.meet('Hola', 'Adiós');
  const [first, second] = await world.rowsOf(chatId);
  const file = {
    id: newId(),
    workspaceId,
    purpose: 'message',
    name: 'sizes.png',
    contentType: 'image/png',
  } as const;
  await database.db.insert(files).values({ ...file, size: 1, state: 'kept', stateSince: new Date() });
  const setFile = (tx: Tx, id: string | undefined, fileId: string | null) =>
    tx.db
      .update(messages)
      .set({ fileId })
      .where(eq(messages.id, id ?? ''));
  const erase = (id: string | undefined) =>
    transaction(database, async (tx) => {
      await setFile(tx, id, null);
      await releaseUnusedFiles(tx, workspaceId, [file.id]);
    });
  const state = async () => (await database.db.select().from(files).where(eq(files.id, file.id)))[0]?.state;
  await transaction(database, async (tx) => {
    await setFile(tx, first?.id, file.id);
    await setFile(tx, second?.id, file.id);
  });
  await erase(first?.id);
  expect(await state()).toBe('kept');

  const { erasing } = await transaction(database, async (tx) => {
    const wanted = { owner: workspaceId, purpose: 'message', fileIds: [file.id] } as const;
    expect(await keepShared(tx, wanted)).toBe(true);
    const running = erase(second?.id);
    await waitsFor('the release to wait', '"files"');
    await setFile(tx, first?.id, file.id);
    return { erasing: running };
  });
  await erasing;
  expect(await state()).toBe('kept');
  await erase(first?.id);
  expect(await state()).toBe('released');
});

describe('an edit during the deletion leaves no former text behind', () => {
  const versions = () =>
    harness.database.db.$count(messageVersions, eq(messageVersions.workspaceId, world.workspaceId));

  it('erases an edit stored after the deletion', async () => {
    const { deps } = harness;
    const message = world.inbound(randomUUID(), 'Hola');
    await world.receive(message);
    await harness.runJobs();
    let deletion: Promise<number> | null = null;
    const slow: typeof deps.translation = {
      ...deps.translation,
      async settingsOfMessages(...given) {
        deletion = deleteAgent();
        await until('the message to be gone', async () => (await counted()).messages === 0);
        return deps.translation.settingsOfMessages(...given);
      },
    };
    const { account, chatId, platformMessageId: target } = message;
    const at = harness.clock.now();
    const edit = { kind: 'edited', account, chatId, target, by: chatId, at, text: 'Adiós' } as const;
    expect(await receiveChange({ ...deps, translation: slow, now: harness.clock.now }, edit)).toBe(true);
    await deletion;
    expect(await versions()).toBe(0);
  });

  it('erases an edit stored while the deletion waits', async () => {
    const { chatId } = await world.meet('Hola');
    const [row] = await world.rowsOf(chatId);
    const id = row?.id ?? '';
    const deletion = await transaction(harness.database, async (tx) => {
      const before = await findMessage(tx, world.workspaceId, id);
      if (before === null) throw new Error('the message is not there');
      await changeMessage(tx, world.workspaceId, id, { original: 'Adiós', edits: 1 });
      const begun = deleteAgent();
      await waitsFor('the deletion to wait', 'with gone as');
      await keepVersion(tx, before, new Date());
      return { begun };
    });
    await deletion.begun;
    expect(await versions()).toBe(0);
  });
});
