/** Budgets of website visitors over HTTP, from the text of a visitor to its translation. */
import { getVisitorBudget, updateVisitorBudget } from '@parley/contract/visitor-budgets';
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { findDiscrepancies } from '../characters/index.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

/** Adds a website whose visitors, and which in total, may cost this many characters a day. */
async function addSite(visitorCharacters: number, siteCharacters: number): Promise<string> {
  const { owner, agent } = harness;
  const socialAccountId = await harness.addWebchat(owner, agent.subAccountId);
  const limits = { version: 0, visitorCharacters, siteCharacters };
  const body = { socialAccountId, ...limits };
  expect(await harness.call(updateVisitorBudget, { body }, owner.token)).toMatchObject({
    visitorCharacters,
    siteCharacters,
    version: 1,
  });
  const stale = await harness.send(updateVisitorBudget, { body }, owner.token);
  expect(stale).toMatchObject({ status: 409, body: { data: { error: 'resource.stale' } } });
  return socialAccountId;
}
const chatsOf = async (site: string) =>
  (await harness.conversations()).filter(({ socialAccountId }) => socialAccountId === site);

/** Without budgets, visitors spent 9,982 of an owner's 10,000 characters in 8.5 s. */
it('translates no more texts of one address than the site’s budget allows, and stores all of them', async () => {
  const site = await addSite(10_000, 400);
  const before = await harness.remaining();
  const write = async (name: number) => {
    const visitor = await harness.startVisitor(site);
    for (let n = 0; n < 4; n += 1)
      await harness.visitorSays(
        visitor,
        `Buenos días, quiero ${'ah '.repeat(name + n)}comprar el coche rojo`,
      );
  };
  await Promise.all([0, 1, 2, 3, 4].map(write));
  const arrived = await until('the end of every translation', async () => {
    const all = (await Promise.all((await chatsOf(site)).map(({ id }) => harness.messagesOf(id)))).flat();
    const isOver = all.every(({ translationState }) => translationState !== 'pending');
    return all.length === 20 && isOver ? all : undefined;
  });
  expect(new Set(arrived.map(({ translationProblem }) => translationProblem))).toEqual(
    new Set([null, 'site-budget']),
  );
  const charged = arrived.reduce((sum, { characters }) => sum + characters, 0);
  expect(charged).toBeGreaterThan(0);
  expect(charged).toBeLessThanOrEqual(400);
  expect(before - (await harness.remaining())).toBe(charged);
  for (const { translationProblem, characters, translation } of arrived)
    if (translationProblem !== null)
      expect({ characters, translation }).toEqual({ characters: 0, translation: null });
  const query = { socialAccountId: site };
  const { today } = await harness.call(getVisitorBudget, { query }, harness.owner.token);
  expect(today.used).toBe(charged);
});

it('translates the agent’s answers to a visitor over budget as before', async () => {
  const site = await addSite(0, 0);
  await harness.visitorSays(await harness.startVisitor(site), 'Hola, ¿dónde está mi pedido?');
  const chat = await until('the chat', async () => (await chatsOf(site))[0]);
  await harness.messageWhen(
    chat.id,
    'its notice',
    ({ translationProblem }) => translationProblem === 'visitor-budget',
  );
  const sent = await harness.says(chat.id, 'It will arrive tomorrow');
  const done = await harness.messageWhen(
    chat.id,
    'the answer',
    ({ id, delivery }) => id === sent.id && delivery === 'sent',
  );
  expect(done).toMatchObject({ translationState: 'done' });
  expect(done.characters).toBeGreaterThan(0);
});
