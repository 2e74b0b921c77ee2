import * as notificationsApi from '@parley/contract/notifications';
import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import type { TestVisitor } from '../../testing/test-people.ts';
import { findDiscrepancies } from '../characters/index.ts';
import type { VisitorDraw } from './store.ts';

let harness: ChatHarness;
let clock: TestClock;
/** A separate site for each test. */
let site: string;
beforeAll(async () => {
  clock = testClock();
  harness = await startChatHarness({ clock });
  await harness.setPorts(harness.owner, 50);
  // One port per test: a site without one is refused at the next check, and its visitors with it.
  await harness.app.database.db.execute(sql`
    update sub_accounts set port_limit = 50 where id = ${harness.agent.subAccountId}`);
});
beforeEach(async () => {
  site = await harness.addWebchat(harness.owner, harness.agent.subAccountId);
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

const day = 86_400_000;
const budgetOf = (id = site) =>
  harness.call(visitorBudgetsApi.getVisitorBudget, { query: { socialAccountId: id } }, harness.owner.token);
async function allow(visitorCharacters: number | null, siteCharacters: number | null) {
  const { version } = await budgetOf();
  const body = { socialAccountId: site, version, visitorCharacters, siteCharacters };
  return harness.call(visitorBudgetsApi.updateVisitorBudget, { body }, harness.owner.token);
}
const draw = (visitorId: string, characters: number): VisitorDraw => ({
  workspaceId: harness.owner.workspaceId,
  socialAccountId: site,
  visitorId,
  characters,
});
const budgets = (app = harness.app) => app.services.visitorBudgets;
/** Reserves characters and spends all of them. */
async function spend(visitorId: string, characters: number, app = harness.app): Promise<string> {
  const held = await budgets(app).reserve(draw(visitorId, characters));
  if (typeof held === 'string') return held;
  await budgets(app).release(held, characters);
  return 'spent';
}
const noticesOf = async () =>
  (
    await harness.call(notificationsApi.notificationPage, { query: { pageSize: 200 } }, harness.owner.token)
  ).list.map(({ title, level }) => ({ title, level }));
const outcomes = async (...calls: Promise<string>[]) =>
  Object.entries(Object.groupBy(await Promise.all(calls), (outcome) => outcome)).map(([outcome, list]) => [
    outcome,
    list?.length,
  ]);

describe('a site’s budgets', () => {
  it('returns the default budgets until the owner decides', async () => {
    expect(await budgetOf()).toEqual({
      socialAccountId: site,
      version: 0,
      ...visitorBudgetsApi.visitorBudgetDefaults,
      today: {
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        timeZone: 'Asia/Shanghai',
        used: 0,
        visitors: 0,
      },
    });
    expect(await allow(10, null)).toMatchObject({ version: 1, visitorCharacters: 10, siteCharacters: null });
    expect(await budgetOf()).toMatchObject({ version: 1, visitorCharacters: 10, siteCharacters: null });
  });

  it('refuses an edit of an older version', async () => {
    const body = { socialAccountId: site, version: 7, visitorCharacters: 1, siteCharacters: 1 };
    const answer = await harness.send(visitorBudgetsApi.updateVisitorBudget, { body }, harness.owner.token);
    expect(answer).toMatchObject({ status: 409, body: { data: { error: 'resource.stale' } } });
  });

  it('answers 404 for another workspace’s site', async () => {
    const other = await harness.registerOwner({ characters: 0 });
    const answer = await harness.send(
      visitorBudgetsApi.getVisitorBudget,
      { query: { socialAccountId: site } },
      other.token,
    );
    expect(answer.status).toBe(404);
  });
});

/** Without budgets, they spent 9,982 of an owner's 10,000 characters in 8.5 s. */
describe('ninety texts from one address', () => {
  const text = (n: number) =>
    `Buenos días, quiero comprar el coche rojo número ${'x'.repeat(n % 7)} muchas gracias por todo ahora mismo`;

  it('spends no more than the site’s budget, stores all texts, and reports why some are not translated', async () => {
    const before = await harness.remaining();
    const visitors = await Promise.all(Array.from({ length: 9 }, () => harness.startVisitor(site)));
    const at = (n: number): TestVisitor => visitors[n % 9] ?? { token: '', socialAccountId: site };
    await Promise.all(
      Array.from({ length: 90 }, (_, n) => harness.visitorSays(at(n), `${text(n)} ${'ah '.repeat(n)}`)),
    );
    const arrived = await until('the end of every translation', async () => {
      const chats = (await harness.conversations()).filter(({ socialAccountId }) => socialAccountId === site);
      const all = (await Promise.all(chats.map(({ id }) => harness.messagesOf(id)))).flat();
      return all.length === 90 && all.every(({ translationState }) => translationState !== 'pending')
        ? all
        : undefined;
    });
    const problems = new Set(arrived.map(({ translationProblem }) => translationProblem));
    expect([...problems].filter((problem) => problem !== null)).toEqual(
      expect.arrayContaining(['site-budget']),
    );
    expect(problems.has('characters-short')).toBe(false);
    const charged = arrived.reduce((sum, { characters }) => sum + characters, 0);
    expect(charged).toBeLessThanOrEqual(visitorBudgetsApi.visitorBudgetDefaults.siteCharacters);
    expect(before - (await harness.remaining())).toBe(charged);
    for (const { translationProblem, characters, translation } of arrived) {
      if (translationProblem !== null)
        expect({ characters, translation }).toEqual({ characters: 0, translation: null });
    }
  });

  it('translates the agent’s answers to a visitor over budget as before', async () => {
    await allow(0, 0);
    const visitor = await harness.startVisitor(site);
    await harness.visitorSays(visitor, 'Hola, ¿dónde está mi pedido?');
    const chat = await until('the chat', async () =>
      (await harness.conversations()).find(({ socialAccountId }) => socialAccountId === site),
    );
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
});

describe('a reservation', () => {
  it('a reservation is refused beyond what the visitor has left', async () => {
    await allow(100, 1_000);
    expect(await spend('ana', 60)).toBe('spent');
    expect(await spend('ana', 41)).toBe('visitor-budget');
    expect(await spend('ana', 40)).toBe('spent');
    expect(await spend('ana', 1)).toBe('visitor-budget');
    expect(await spend('bo', 100)).toBe('spent');
    expect(await budgetOf()).toMatchObject({ today: { used: 200, visitors: 2 } });
  });

  it('a reservation is refused beyond what the site has left, and then costs the visitor nothing', async () => {
    await allow(100, 150);
    expect(await spend('ana', 90)).toBe('spent');
    expect(await spend('bo', 61)).toBe('site-budget');
    expect(await spend('bo', 60)).toBe('spent');
    expect(await budgetOf()).toMatchObject({ today: { used: 150, visitors: 2 } });
  });

  it('refunds what was not spent', async () => {
    await allow(100, 100);
    const held = await budgets().reserve(draw('ana', 100));
    if (typeof held === 'string') throw new Error(held);
    expect(await spend('ana', 1)).toBe('visitor-budget');
    await budgets().release(held, 0);
    expect(await spend('ana', 100)).toBe('spent');
  });

  it('respects the budgets with concurrent reservations of two processes', async () => {
    await allow(50, 300);
    const second = await startTestApp({ clock, databaseUrl: harness.databaseUrl });
    try {
      const calls = Array.from({ length: 100 }, (_, n) =>
        spend(`visitor ${n % 5}`, 10, n % 2 === 0 ? harness.app : second.app),
      );
      // Five visitors with fifty characters each exhaust the budget.
      expect(await outcomes(...calls)).toEqual(expect.arrayContaining([['spent', 25]]));
      expect(await budgetOf()).toMatchObject({ today: { used: 250, visitors: 5 } });
      const crowd = Array.from({ length: 100 }, (_, n) =>
        spend(`other ${n}`, 10, n % 2 === 0 ? harness.app : second.app),
      );
      const spent = (await Promise.all(crowd)).filter((outcome) => outcome === 'spent').length;
      // A block held by the other process is unavailable for half a minute.
      expect(spent).toBeLessThanOrEqual(5);
      expect((await budgetOf()).today.used).toBe(250 + spent * 10);
    } finally {
      await second.close();
    }
  });

  it('keeps the budgets across a restart', async () => {
    await allow(1_000, 100);
    const before = await startTestApp({ clock, databaseUrl: harness.databaseUrl });
    expect(await spend('ana', 60, before.app)).toBe('spent');
    await before.close();
    const after = await startTestApp({ clock, databaseUrl: harness.databaseUrl });
    expect(await spend('ana', 41, after.app)).toBe('site-budget');
    expect(await spend('ana', 40, after.app)).toBe('spent');
    await after.close();
  });

  it('resets the budgets on the workspace’s next day', async () => {
    await allow(100, 100);
    expect(await spend('ana', 100)).toBe('spent');
    expect(await spend('bo', 100)).toBe('site-budget');
    clock.advance(day);
    expect(await spend('ana', 100)).toBe('spent');
    clock.advance(-day);
  });
});

describe('the owner', () => {
  it('the owner is notified once at four fifths and once at the end, per site and day', async () => {
    const name = `Shop ${site.slice(-6)}`;
    site = await harness.addWebchat(harness.owner, harness.agent.subAccountId, { name });
    await allow(1_000, 1_000);
    const mine = async () => (await noticesOf()).filter(({ title }) => title.includes(name));
    await spend('ana', 700);
    expect(await mine()).toEqual([]);
    await spend('bo', 150);
    expect(await mine()).toEqual([{ level: 'warning', title: expect.stringContaining('80%') }]);
    await spend('bo', 150);
    expect(await mine()).toHaveLength(1);
    await outcomes(...Array.from({ length: 20 }, (_, n) => spend(`new ${n}`, 10)));
    expect((await mine()).map(({ level }) => level).sort()).toEqual(['urgent', 'warning']);
    clock.advance(day);
    await spend('ana', 900);
    // Set back, because logins don't last that long.
    clock.advance(-day);
    expect(await mine()).toHaveLength(3);
  });
});
