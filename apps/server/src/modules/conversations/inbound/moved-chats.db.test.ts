import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import type { DeskCaller } from '../desk-list/present.ts';
import {
  type ConversationsHarness,
  isWaitingForLock,
  startConversationsHarness,
} from '../testing/conversations-harness.ts';
import { type ConversationsWorld, readsEnglish } from '../testing/conversations-world.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
/** The only sub-account that translates received messages. */
let next: DeskCaller;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  const receiving = (receiveTranslationEnable: boolean) => ({ ...readsEnglish, receiveTranslationEnable });
  world = await harness.openWorkspace({ agent: { translation: receiving(false) } });
  next = await world.addAgent({ translation: receiving(true) });
  const { workspaceId } = world;
  // Settings that weren't read may not pass for the next sub-account's.
  await transaction(harness.database, (tx) =>
    harness.deps.translation.putSettings(
      tx,
      workspaceId,
      { level: 'workspace', subjectId: workspaceId },
      receiving(false),
    ),
  );
});
afterAll(() => harness.close());

async function states(chatId: string) {
  await harness.runJobs();
  return (await world.rowsOf(chatId)).map(({ translationState }) => translationState);
}

it('uses the settings of the sub-account to which a chat’s account has just moved', async () => {
  const { subAccountId } = next;
  const { id } = world.site;
  await harness.database.db.update(socialAccounts).set({ subAccountId }).where(eq(socialAccounts.id, id));
  const chat = randomUUID();
  // The account's cached session still names the former sub-account.
  await world.receive(world.inbound(chat, 'Gracias'));
  expect(await states(chat)).toEqual(['done']);
});

it('uses the settings of the sub-account to which a conversation moves while a message waits for its lock', async () => {
  const { database } = harness;
  const chat = randomUUID();
  await world.receive(world.inbound(chat, 'Hola'));
  const arriving = await transaction(database, async (tx) => {
    const { subAccountId } = next;
    await tx.db.update(conversations).set({ subAccountId }).where(eq(conversations.chatId, chat));
    const begun = world.receive(world.inbound(chat, 'Gracias'));
    await until('the message to wait', () => isWaitingForLock(database, '"conversations"'));
    return { begun };
  });
  await arriving.begun;
  expect(await states(chat)).toEqual(['none', 'done']);
});
