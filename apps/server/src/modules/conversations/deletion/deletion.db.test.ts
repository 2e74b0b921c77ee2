import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { readsEnglish } from '../../../testing/chat-harness.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import type { TestAgent } from '../../../testing/test-people.ts';
import { keepShared } from '../../files/index.ts';
import * as translation from '../../translation/index.ts';
import { releaseUnusedFiles } from '../media/store.ts';
import { receiveChange } from '../message-changes/receive.ts';
import { keepVersion } from '../message-changes/store.ts';
import { changeMessage, findMessage } from '../store.ts';
import { deleteSubAccountData } from './store.ts';

let harness: InboundHarness;
let ben: TestAgent;
let bens: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  ben = await harness.createSubAccount(harness.owner);
  bens = await harness.addWebchat(harness.owner, ben.subAccountId);
});
afterAll(() => harness.close());

type Delete = (
  tx: Tx,
  workspaceId: InboundHarness['owner']['workspaceId'],
  subAccountId: string,
) => Promise<boolean>;
async function deleteAna(deleteData: Delete): Promise<number> {
  const { owner, agent, database } = harness;
  for (let calls = 1; ; calls += 1) {
    if (!(await transaction(database, (tx) => deleteData(tx, owner.workspaceId, agent.subAccountId))))
      return calls;
  }
}
async function counted() {
  const { rows } = await harness.database.db.execute(sql`select
    (select count(*) from conversations where sub_account_id = ${harness.agent.subAccountId}) as conversations,
    (select count(*) from messages where social_account_id = ${harness.site}) as messages,
    (select count(*) from translation_settings where level <> 'workspace') as settings,
    (select count(*) from previews) as previews`);
  return rows[0];
}

it('deletes a sub-account’s settings, messages and conversations in batches, and no other’s', async () => {
  const chat = randomUUID();
  await harness.tell(...Array.from({ length: 4_500 }, (_, n) => harness.inbound(chat, `${n}`)));
  const [{ conversation_id: conversationId = '' } = {}] = await harness.messagesOf(chat);
  const params = { conversationId };
  const preview = { messageId: randomUUID(), text: 'Good morning' };
  await harness.call(
    conversationsApi.putConversationSettings,
    { params, body: { own: readsEnglish, pinnedLanguage: 'es' } },
    harness.agent.token,
  );
  await harness.call(conversationsApi.previewTranslation, { params, body: preview }, harness.agent.token);
  const body = { id: preview.messageId, text: preview.text, mode: 'translate' } as const;
  await harness.call(conversationsApi.sendMessage, { params, body }, harness.agent.token);
  const { workspaceId } = harness.owner;
  const account = { workspaceId, id: bens, platform: 'webchat', subAccountId: ben.subAccountId } as const;
  const other = randomUUID();
  await harness.tell(harness.inbound(other, 'Hola', { account }));
  await harness.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, ben.token);
  expect(await counted()).toEqual({ conversations: 1, messages: 4_501, settings: 3, previews: 1 });

  await deleteAna(translation.deleteSubAccountData);
  expect(await counted()).toMatchObject({ settings: 1 });
  expect(await deleteAna(deleteSubAccountData)).toBeGreaterThan(3);
  expect(await counted()).toEqual({ conversations: 0, messages: 0, settings: 1, previews: 0 });
  expect(await harness.messagesOf(other)).toHaveLength(1);
});

it('deletes a conversation together with a message that arrives during the deletion', async () => {
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Hola'));
  const deleteRows = () =>
    transaction(harness.database, (tx) =>
      deleteSubAccountData(tx, harness.owner.workspaceId, harness.agent.subAccountId),
    );
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
  // The first call deletes the messages; the second runs into a visitor who is writing.
  expect(await deleteRows()).toBe(true);
  const writing = transaction(harness.database, async (tx) => {
    await tx.db.execute(sql`
      with c as (
        update conversations set last_seq = last_seq + 1 where chat_id = ${chat} returning *
      )
      insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                            original, translation_state, delivery, sent_at)
      select workspace_id, ${randomUUID()}, id, social_account_id, last_seq, last_seq, 'in', 'text', 'Adiós', 'none',
        'received', now() from c`);
    hasWritten();
    await committing;
  });
  await written;
  const deleting = deleteRows();
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from "conversations" c%'`;
  await until(
    'the clearing to wait',
    async () => (await harness.database.db.execute(waiting)).rows.length > 0,
  );
  commit();
  await writing;
  expect(await deleting).toBe(true);
  await deleteAna(deleteSubAccountData);
  expect(await harness.messagesOf(chat)).toEqual([]);
  expect(await counted()).toMatchObject({ conversations: 0, messages: 0 });
});

it('deletes a shared file with its last message, and keeps it for one that is taking it concurrently', async () => {
  const { database, owner } = harness;
  const { workspaceId } = owner;
  const account = { workspaceId, id: bens, platform: 'webchat', subAccountId: ben.subAccountId } as const;
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Hola', { account }), harness.inbound(chat, 'Adiós', { account }));
  const [first, second] = await harness.quiet(chat);
  const fileId = randomUUID();
  await database.db.execute(sql`
    insert into files (id, workspace_id, purpose, name, content_type, size, state, state_since)
    values (${fileId}, ${workspaceId}, 'message', 'sizes.png', 'image/png', 1, 'kept', now())`);
  const setFile = (tx: Tx, id: string | undefined, file: string | null) =>
    tx.db.execute(sql`update messages set file_id = ${file} where id = ${id}`);
  const erase = (id: string | undefined) =>
    transaction(database, async (tx) => {
      await setFile(tx, id, null);
      await releaseUnusedFiles(tx, workspaceId, [fileId]);
    });
  const state = async () =>
    (await database.db.execute(sql`select state from files where id = ${fileId}`)).rows[0]?.state;
  await transaction(database, async (tx) => {
    await setFile(tx, first?.id, fileId);
    await setFile(tx, second?.id, fileId);
  });
  await erase(first?.id);
  expect(await state()).toBe('kept');

  const { erasing } = await transaction(database, async (tx) => {
    expect(await keepShared(tx, { owner: workspaceId, purpose: 'message', fileIds: [fileId] })).toBe(true);
    const running = erase(second?.id);
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"files"%'`;
    await until('the release to wait', async () => (await database.db.execute(waiting)).rows.length > 0);
    await setFile(tx, first?.id, fileId);
    return { erasing: running };
  });
  await erasing;
  expect(await state()).toBe('kept');
  await erase(first?.id);
  expect(await state()).toBe('released');
});

describe('an edit during the deletion leaves no former text behind', () => {
  const isGone = () => until('the message to be gone', async () => (await counted())?.messages === 0);
  const versions = async () => (await harness.database.db.execute(sql`select 1 from message_versions`)).rows;

  it('erases an edit stored after the deletion', async () => {
    const { app, database, clock } = harness;
    const { translation: settings, conversations, sensitiveWords } = app.services;
    const message = harness.inbound(randomUUID(), 'Hola');
    await harness.tell(message);
    await harness.quiet(message.chatId);
    let deletion: Promise<number> | null = null;
    const slow: typeof settings = {
      ...settings,
      async settingsOfMessages(...given) {
        deletion = deleteAna(deleteSubAccountData);
        await isGone();
        return settings.settingsOfMessages(...given);
      },
    };
    const { changes } = conversations;
    const deps = { database, translation: slow, changes, sensitiveWords, now: clock.now };
    const { account, chatId, platformMessageId: target } = message;
    const edit = {
      kind: 'edited',
      account,
      chatId,
      target,
      by: chatId,
      at: clock.now(),
      text: 'Adiós',
    } as const;
    expect(await receiveChange(deps, edit)).toBe(true);
    await deletion;
    expect(await versions()).toEqual([]);
  });

  it('erases an edit stored while the deletion waits', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Hola'));
    const [{ id = '' } = {}] = await harness.quiet(chat);
    const { workspaceId } = harness.owner;
    const deletion = await transaction(harness.database, async (tx) => {
      const before = await findMessage(tx, workspaceId, id);
      if (before === null) throw new Error('the message is not there');
      await changeMessage(tx, workspaceId, id, { original: 'Adiós', edits: 1 });
      const begun = deleteAna(deleteSubAccountData);
      await until('it to wait', async () => {
        const { rows } = await harness.database.db.execute(sql`
          select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%with gone as%'`);
        return rows.length > 0;
      });
      await keepVersion(tx, before, new Date());
      return { begun };
    });
    await deletion.begun;
    expect(await versions()).toEqual([]);
  });
});
