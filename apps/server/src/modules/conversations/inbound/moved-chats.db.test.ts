import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { readsEnglish } from '../../../testing/chat-harness.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';

let harness: InboundHarness;
/** The only sub-account that translates received messages. */
let next: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  const { owner, agent, database, call } = harness;
  const other = await harness.createSubAccount(owner, { characters: 1_000 });
  next = other.subAccountId;
  const translating = (receiveTranslationEnable: boolean, token: string) =>
    call(
      conversationsApi.putDeskSettings,
      { body: { own: { ...readsEnglish, receiveTranslationEnable } } },
      token,
    );
  await translating(true, other.token);
  await translating(false, agent.token);
  await database.db.execute(sql`
    insert into translation_settings (workspace_id, level, subject_id, receive_translation_enable)
    values (${owner.workspaceId}, 'workspace', ${owner.workspaceId}, false)`);
});
afterAll(() => harness.close());

const states = async (chat: string) =>
  (await harness.quiet(chat)).map(({ translation_state: state }) => state);

it('uses the settings of the sub-account to which a chat’s account has just moved', async () => {
  const { database, site } = harness;
  await database.db.execute(sql`update social_accounts set sub_account_id = ${next} where id = ${site}`);
  const chat = randomUUID();
  // The account's cached session still names the former sub-account.
  await harness.tell(harness.inbound(chat, 'Gracias'));
  await database.db.execute(sql`
    update social_accounts set sub_account_id = ${harness.agent.subAccountId} where id = ${site}`);
  expect(await states(chat)).toEqual(['done']);
});

it('uses the settings of the sub-account to which a conversation moves while a message waits for its lock', async () => {
  const { database } = harness;
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Hola'));
  const arriving = await transaction(database, async (tx) => {
    await tx.db.execute(sql`update conversations set sub_account_id = ${next} where chat_id = ${chat}`);
    const begun = harness.tell(harness.inbound(chat, 'Gracias'));
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"conversations"%'`;
    await until('the message to wait', async () => (await database.db.execute(waiting)).rows.length > 0);
    return { begun };
  });
  await arriving.begun;
  expect(await states(chat)).toEqual(['none', 'done']);
});
