import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import type { PendingTranslation } from './recent-message-cache.ts';
import { findUntranslated } from './store.ts';
import { createInboundTranslator } from './translate.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

/** Stores a message, lets the server translate it, and resets it to waiting, as the in-memory copy still has it. */
async function keptOf(chat: string, text: string): Promise<PendingTranslation> {
  const { database, app } = harness;
  await harness.tell(harness.inbound(chat, text));
  await harness.quiet(chat);
  await database.db.execute(sql`
    update messages set translation_state = 'pending', original_language = null, translation = null
    where conversation_id = (select id from conversations where chat_id = ${chat})`);
  const [{ id: messageId = '' } = {}] = await harness.messagesOf(chat);
  const name = { workspaceId: trustWorkspaceId(harness.owner.workspaceId), messageId };
  const [waiting] = await findUntranslated(database, [name]);
  if (!waiting) throw new Error('the message does not wait');
  const settingsAt = await app.services.translation.settingsOfMessages(database, [name]);
  const { conversation } = waiting;
  return { ...waiting, settings: settingsAt({ ...conversation, conversationId: conversation.id }) };
}

/** Runs a translation job in a process with `kept` in its memory. */
function translate(kept: PendingTranslation, fresh: boolean): Promise<void> {
  const { services } = harness.app;
  const { changes } = services.conversations;
  const recentMessages = { take: () => kept };
  const run = createInboundTranslator({
    ...services,
    database: harness.database,
    clock: harness.clock,
    changes,
    recentMessages,
  });
  const { workspaceId, id: messageId } = kept.message;
  return run({ workspaceId, messageId, round: 0, asked: false, fresh, signal: new AbortController().signal });
}

it('translates an edit of a message that another process translated a moment ago', async () => {
  const chat = randomUUID();
  const kept = await keptOf(chat, 'Gracias');
  await harness.database.db.execute(sql`
    update messages set original = 'la casa', edits = edits + 1 where id = ${kept.message.id}`);
  await translate(kept, true);
  expect(await harness.messagesOf(chat), 'left to the job of the edit').toMatchObject([
    { translation_state: 'pending' },
  ]);
  await translate(kept, false);
  expect(await harness.messagesOf(chat)).toMatchObject([
    { translation_state: 'done', translation: 'the house' },
  ]);
});

it('reads a short line in the language that a line stored with it has revealed meanwhile', async () => {
  const chat = randomUUID();
  const { conversation, ...kept } = await keptOf(chat, 'ok');
  await harness.database.db.execute(sql`
    update conversations set customer_language = 'es',
      language_prior = '{"language": "es", "support": 100, "challenger": null}'
    where id = ${conversation.id}`);
  await translate(
    { ...kept, conversation: { ...conversation, customerLanguage: null, languagePrior: null } },
    true,
  );
  expect(await harness.messagesOf(chat)).toMatchObject([{ original_language: 'es', translation: 'ok' }]);
});
