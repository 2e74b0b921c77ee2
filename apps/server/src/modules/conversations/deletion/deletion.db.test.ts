import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { readsEnglish } from '../../../testing/chat-rig.ts';
import { type InboundRig, startInboundRig } from '../../../testing/inbound-rig.ts';
import type { TestAgent } from '../../../testing/test-people.ts';
import { until } from '../../../testing/until.ts';
import * as translation from '../../translation/index.ts';
import { deleteSubAccountData } from './store.ts';

let rig: InboundRig;
let ben: TestAgent;
let bens: string;
beforeAll(async () => {
  rig = await startInboundRig();
  ben = await rig.createSubAccount(rig.owner);
  bens = await rig.addWebchat(rig.owner, ben.subAccountId);
});
afterAll(() => rig.close());

type Delete = (
  tx: Tx,
  workspaceId: InboundRig['owner']['workspaceId'],
  subAccountId: string,
) => Promise<boolean>;
async function deleteAna(deleteData: Delete): Promise<number> {
  const { owner, agent, database } = rig;
  for (let calls = 1; ; calls += 1) {
    if (!(await transaction(database, (tx) => deleteData(tx, owner.workspaceId, agent.subAccountId))))
      return calls;
  }
}
async function counted() {
  const { rows } = await rig.database.db.execute(sql`select
    (select count(*) from conversations where sub_account_id = ${rig.agent.subAccountId}) as conversations,
    (select count(*) from messages where social_account_id = ${rig.site}) as messages,
    (select count(*) from translation_settings where level <> 'workspace') as settings,
    (select count(*) from previews) as previews`);
  return rows[0];
}

it('a deleted sub-account’s settings, messages and conversations go, some thousand at a time; another’s stay', async () => {
  const chat = randomUUID();
  await rig.tell(...Array.from({ length: 4_500 }, (_, n) => rig.inbound(chat, `${n}`)));
  const [{ conversation_id: conversationId = '' } = {}] = await rig.messagesOf(chat);
  const params = { conversationId };
  const preview = { messageId: randomUUID(), text: 'Good morning' };
  await rig.call(
    conversationsApi.putConversationSettings,
    { params, body: { own: readsEnglish, pinnedLanguage: 'es' } },
    rig.agent.token,
  );
  await rig.call(conversationsApi.previewTranslation, { params, body: preview }, rig.agent.token);
  const body = { id: preview.messageId, text: preview.text, mode: 'translate' } as const;
  await rig.call(conversationsApi.sendMessage, { params, body }, rig.agent.token);
  const { workspaceId } = rig.owner;
  const account = { workspaceId, id: bens, platform: 'webchat', subAccountId: ben.subAccountId } as const;
  const other = randomUUID();
  await rig.tell(rig.inbound(other, 'Hola', { account }));
  await rig.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, ben.token);
  expect(await counted()).toEqual({ conversations: 1, messages: 4_501, settings: 3, previews: 1 });

  await deleteAna(translation.deleteSubAccountData);
  expect(await counted()).toMatchObject({ settings: 1 });
  expect(await deleteAna(deleteSubAccountData)).toBeGreaterThan(3);
  expect(await counted()).toEqual({ conversations: 0, messages: 0, settings: 1, previews: 0 });
  expect(await rig.messagesOf(other)).toHaveLength(1);
});

it('a conversation that is written to while it is cleared away goes with the late message', async () => {
  const chat = randomUUID();
  await rig.tell(rig.inbound(chat, 'Hola'));
  const deleteRows = () =>
    transaction(rig.database, (tx) =>
      deleteSubAccountData(tx, rig.owner.workspaceId, rig.agent.subAccountId),
    );
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
  // The first call takes the messages; the second meets a visitor who is just writing.
  expect(await deleteRows()).toBe(true);
  const writing = transaction(rig.database, async (tx) => {
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
  await until('the clearing to wait', async () => (await rig.database.db.execute(waiting)).rows.length > 0);
  commit();
  await writing;
  expect(await deleting).toBe(true);
  await deleteAna(deleteSubAccountData);
  expect(await rig.messagesOf(chat)).toEqual([]);
  expect(await counted()).toMatchObject({ conversations: 0, messages: 0 });
});
