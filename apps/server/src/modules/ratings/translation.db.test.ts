/** Translations of ratings' comments for the owner. */
import { randomUUID } from 'node:crypto';
import * as ratingsApi from '@parley/contract/ratings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';

let harness: InboundHarness;
let conversationId: string;
let ratingId: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  const chat = randomUUID();
  await harness.tell(harness.inbound(chat, 'Hola, ¿dónde está mi pedido? Quiero comprar la casa'));
  const [row] = await harness.quiet(chat);
  conversationId = row?.conversation_id ?? '';
});
afterAll(() => harness.close());

const run = (statement: ReturnType<typeof sql>) => harness.database.db.execute(statement);
const comment = async (text: string | null) => {
  const { workspaceId, id: accountId, subAccountId } = harness.inbound('x', 'x').account;
  ratingId = randomUUID();
  await run(sql`
    insert into ratings (workspace_id, id, conversation_id, social_account_id, sub_account_id, asked_at, asked_seq, score, comment,
      rated_at)
    values (${workspaceId}, ${ratingId}, ${conversationId}, ${accountId}, ${subAccountId}, now(),
      (select count(*) from ratings), 5, ${text}, now())`);
};
const translate = (token = harness.owner.token) =>
  harness.call(ratingsApi.translateRatingComment, { params: { ratingId } }, token);
const stored = async () => {
  const { list } = await harness.call(ratingsApi.ratingPage, { query: {} }, harness.owner.token);
  return list.find(({ id }) => id === ratingId);
};
const charges = async () => {
  const { rows } = await run(
    sql`select sum(amount)::int as amount from character_entries where kind = 'usage' and message_id = ${ratingId}`,
  );
  return rows[0]?.amount;
};
const text = 'Muchas gracias por el coche rojo';
beforeEach(() => comment(text));

it('costs its characters once for two requests, is stored, and is recorded', async () => {
  const [first, second] = await Promise.all([translate(), translate()]);
  expect(first).toEqual({ translation: expect.stringMatching(/red car|thank/i), language: 'en' });
  expect(second).toEqual(first);
  expect(await stored()).toMatchObject({
    comment: text,
    translation: first.translation,
    translationLanguage: 'en',
  });
  expect(await charges()).toBe([...text].length);
  expect(await translate()).toEqual(first);
  expect(await charges()).toBe([...text].length);
  const { rows } = await run(sql`
    select details from audit_entries where action = 'chat-history.translated' and object_id = ${conversationId}`);
  expect(rows).toContainEqual({ details: { count: 1 } });
});

it('costs nothing if the comment is in that language already', async () => {
  await comment('The red car is very good, thank you');
  expect(await translate()).toEqual({ translation: null, language: 'en' });
  expect(await charges()).toBeNull();
});

it('refuses other workspaces, and ratings without a comment', async () => {
  const stranger = await harness.registerOwner();
  await expect(translate(stranger.token)).rejects.toMatchObject({ error: 'rating.not-found' });
  await comment(null);
  await expect(translate()).rejects.toMatchObject({ error: 'rating.not-found' });
  expect(await charges()).toBeNull();
});
