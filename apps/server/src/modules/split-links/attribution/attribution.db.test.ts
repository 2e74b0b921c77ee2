/** From the visit of a split link to the fan that it became. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { splitConversionDays, splitVisitTokens } from '../../../schema/split-links/conversions.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { resolveFans } from '../../fans/fakes.ts';
import type { SplitLinkWhole } from '../queries.ts';
import { deleteAccountData } from '../store.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { findMiscounts } from './counters/queries.ts';
import { presentAgents } from './presenter.ts';
import { readAgentDays, readConversionDays, readConversions } from './queries.ts';
import { type AttributableMessage, linkVisits, recogniseVisits } from './service.ts';
import { deleteExpiredTokens, insertTokens } from './store.ts';
import { createTokenLink } from './visit-token.ts';

const dayMs = 86_400_000;
const clock = testClock();
let harness: SplitLinksHarness;
let world: SplitLinksWorld;
beforeAll(async () => {
  harness = await startSplitLinksHarness(clock);
});
afterAll(() => harness.close());

type Account = AttributableMessage['account'];
async function addAccount(platform: Account['platform'] = 'telegram', publicLink = ''): Promise<Account> {
  const { workspaceId, ana: subAccountId } = world;
  const id = await world.account(subAccountId, { platform, publicLink });
  return { workspaceId, id, platform, subAccountId };
}

let ana: Account;
let ben: Account;
let link: SplitLinkWhole;
beforeEach(async () => {
  world = await harness.workspace();
  [ana, ben] = [await addAccount(), await addAccount()];
  link = await create();
});
const targetsOf = (...accounts: [string, Account][]) =>
  accounts.map(([name, { id }]) => ({ url: `https://t.me/${name}`, socialAccountId: id }));
type Changes = NonNullable<Parameters<SplitLinksWorld['create']>[0]>;
const create = (changes: Changes = {}) =>
  world.create({ tracksFans: true, targets: targetsOf(['shop_ana', ana]), ...changes });

/** Stores the token of a visit, as the redirect does, and returns the text that the link prefills. */
async function visit(
  { id: linkId, platform, targets, followedTargets }: SplitLinkWhole,
  { workspaceId } = world,
): Promise<string> {
  const [target] = [...targets, ...followedTargets];
  const carried = target ? createTokenLink(platform, target.url, 'en') : null;
  if (!target || carried === null) throw new Error('the link carries no token');
  const led = { id: newId(), at: new Date(clock.now()), targetId: target.id, url: target.url };
  await harness.work((tx) => insertTokens(tx, [{ workspaceId, linkId, ...led, token: carried.token }]));
  return new URL(carried.url).searchParams.get('text') ?? '';
}
const conversions = async (linkId: string) =>
  (await readConversions(harness.database, world.workspaceId, linkId, { pageNo: 1, pageSize: 50 })).list;
const verdicts = async (linkId: string) => (await conversions(linkId)).map(({ verdict }) => verdict).sort();

/** Delivers a message of a person, and returns its text as agents see it. */
async function write(
  account: Account,
  text: string,
  given: Partial<AttributableMessage> & { from?: string } = {},
): Promise<string | undefined> {
  const { from = randomUUID(), ...changes } = given;
  const plain = {
    account,
    kind: 'text',
    chatKind: 'private',
    author: 'customer',
    text,
    history: false,
  } as const;
  const message: AttributableMessage = { ...plain, ...changes };
  const at = clock.now();
  const { workspaceId, platform, id: socialAccountId, subAccountId } = account;
  const place = { workspaceId, platform, socialAccountId, subAccountId };
  const person = { platformUserId: from, displayName: null, platformMessageId: newId() };
  return harness.work(async (tx) => {
    const { messages, visits } = await recogniseVisits(tx, [message], at);
    const [fan] = await resolveFans(tx, [{ ...place, ...person, history: message.history, at }]);
    const known = { fanId: fan?.fanId ?? '', messageId: newId() };
    await linkVisits(
      tx,
      visits.flat().map((visited) => ({ ...visited, ...known })),
    );
    return messages[0]?.text;
  });
}

describe('the visit of a split link', () => {
  it('becomes a new fan with the first message, whose text loses the token', async () => {
    const text = await visit(link);
    expect(text).toMatch(/^Hello! \(ref: [a-z2-9]{12}\)$/);
    clock.advance(1_000);
    expect(await write(ana, `${text} ¿Envían?`)).toBe('Hello! ¿Envían?');
    const [conversion, ...others] = await conversions(link.id);
    expect(others).toEqual([]);
    expect(conversion).toMatchObject({
      url: 'https://t.me/shop_ana',
      socialAccountName: 'Shop',
      subAccountName: 'Ana',
      verdict: 'new',
    });
    expect(conversion?.at).toBeGreaterThan(conversion?.visitedAt ?? 0);
    const counted = { conversions: 1, newFans: 1 };
    expect(await world.get(link.id)).toMatchObject({ ...counted, targets: [counted] });
    expect(await readConversionDays(harness.database, world.workspaceId, link.id, 1)).toMatchObject([
      { targetId: link.targets[0]?.id, subAccountId: world.ana, ...counted, repeatFans: 0 },
    ]);
    expect(await findMiscounts(harness.database)).toEqual([]);
  });

  it('counts once, however often its token arrives, and from anyone', async () => {
    const text = await visit(link);
    for (const from of ['lucia', 'lucia', 'juan']) expect(await write(ana, text, { from })).toBe('Hello!');
    expect(await verdicts(link.id)).toEqual(['new']);
  });

  it('becomes a known fan if they had written before the visit', async () => {
    const from = randomUUID();
    await write(ana, 'Hola', { from });
    clock.advance(1_000);
    await write(ana, await visit(link), { from });
    expect(await verdicts(link.id)).toEqual(['known']);
  });

  it('counts one new fan for two visits, and none for a visit after they had written', async () => {
    const [first, second] = [await visit(link), await visit(link)];
    const from = randomUUID();
    await write(ana, 'Hola', { from });
    clock.advance(1_000);
    const third = await visit(link);
    for (const text of [first, second, third]) await write(ana, text, { from });
    expect(await verdicts(link.id)).toEqual(['known', 'known', 'new']);
    expect(await findMiscounts(harness.database)).toEqual([]);
  });

  it('becomes a repeat fan if they wrote to another account first', async () => {
    const from = randomUUID();
    await write(ben, 'Hola', { from });
    clock.advance(1_000);
    await write(ana, await visit(link), { from });
    expect(await verdicts(link.id)).toEqual(['repeat']);
  });

  it('shares a text with other visits’ tokens, of which the workspace’s are removed', async () => {
    const [first, second] = [await visit(link), await visit(link)];
    const text = `Hi (ref: abcdefghjkmn) ${first} ${second.toUpperCase()}`;
    expect(await write(ana, text)).toBe('Hi (ref: abcdefghjkmn) Hello! HELLO!');
    expect(await verdicts(link.id)).toEqual(['known', 'new']);
    expect(await world.get(link.id)).toMatchObject({ conversions: 2, newFans: 1 });
    expect(await findMiscounts(harness.database)).toEqual([]);
  });
});

describe('the conversions of a link by agent', () => {
  const agents = async (linkId: string, days = 7) =>
    presentAgents(await readAgentDays(harness.database, world.workspaceId, linkId, days));

  it('lists each agent with the days that have conversions', async () => {
    const from = randomUUID();
    for (const text of [await visit(link), await visit(link)]) await write(ana, text, { from });
    const counted = { conversions: 2, newFans: 1, repeatFans: 0 };
    expect(await agents(link.id)).toEqual([
      { subAccountId: world.ana, name: 'Ana', ...counted, days: [{ day: expect.any(String), ...counted }] },
    ]);
    expect(await agents((await create()).id)).toEqual([]);
  });

  it('omits days before the range, and keeps a deleted agent without a name', async () => {
    await write(ana, await visit(link));
    const gone = newId();
    await harness.database.db.execute(sql`
      insert into ${splitConversionDays}
      select workspace_id, split_link_id, day - 10, target_id, ${gone}, slot, 5, 4, 1 from ${splitConversionDays}
      where workspace_id = ${world.workspaceId} and split_link_id = ${link.id}`);
    expect(await agents(link.id)).toMatchObject([{ subAccountId: world.ana, conversions: 1 }]);
    expect(await agents(link.id, 30)).toMatchObject([
      { subAccountId: gone, name: null, conversions: 5, newFans: 4, repeatFans: 1 },
      { subAccountId: world.ana, conversions: 1 },
    ]);
    await harness.database.db.delete(splitConversionDays).where(eq(splitConversionDays.subAccountId, gone));
  });
});

describe('a token that belongs to no visit to the account', () => {
  it('stays in the text if it isn’t the workspace’s', async () => {
    const other = await harness.workspace();
    const theirs = await other.create({ tracksFans: true, targets: [{ url: 'https://t.me/shop_ana' }] });
    const text = await visit(theirs, other);
    expect(await write(ana, text)).toBe(text);
    expect(await write(ana, 'Hi (ref: abcdefghjkmn)')).toBe('Hi (ref: abcdefghjkmn)');
    expect(await other.get(theirs.id)).toMatchObject({ conversions: 0 });
  });

  it.each<[string, (text: string) => Promise<string | undefined>]>([
    ['another target’s account', (text) => write(ben, text)],
    ['history', (text) => write(ana, text, { history: true })],
    [
      'an expired visit',
      (text) => {
        clock.advance(7 * dayMs + 1);
        return write(ana, text);
      },
    ],
  ])('leaves the text and becomes no conversion: %s', async (_what, how) => {
    const both = await create({ targets: targetsOf(['shop_ana', ana], ['shop_ben', ben]) });
    expect(await how(await visit(both))).toBe('Hello!');
    expect(await conversions(both.id)).toEqual([]);
  });

  it('stays in a group’s text', async () => {
    const text = await visit(link);
    expect(await write(ana, text, { chatKind: 'group' })).toBe(text);
    expect(await conversions(link.id)).toEqual([]);
  });

  it('expires after a week', async () => {
    await visit(link);
    const left = () =>
      harness.database.db.$count(splitVisitTokens, eq(splitVisitTokens.splitLinkId, link.id));
    const forget = () => harness.work((tx) => deleteExpiredTokens(tx, new Date(clock.now()), 1_000));
    await forget();
    expect(await left()).toBe(1);
    clock.advance(7 * dayMs + 1);
    await forget();
    expect(await left()).toBe(0);
  });
});

it('accepts any account of the platform for a target that names none', async () => {
  const free = await create({ targets: [{ url: 'https://t.me/shop_ana' }] });
  const text = await visit(free);
  await write(await addAccount('sms'), text);
  expect(await conversions(free.id)).toEqual([]);
  await write(ben, text);
  expect(await conversions(free.id)).toHaveLength(1);
});

describe('an account that a visitor was led to', () => {
  const url = 'https://t.me/shop_cleo';
  const forget = async ({ workspaceId, id }: Account) => {
    while (await harness.work((tx) => deleteAccountData(tx, workspaceId, id)));
  };
  const remove = async (account: Account) => {
    const { workspaceId, id } = account;
    await harness.database.db
      .update(socialAccounts)
      .set({ deletedAt: new Date(), enabled: false })
      .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)));
    await forget(account);
  };

  it.each<[string, (cleo: Account) => Changes]>([
    ['followed', ({ subAccountId: id }) => ({ sources: [{ kind: 'sub-account', id }] })],
    ['typed', ({ id }) => ({ targets: [{ url, socialAccountId: id }] })],
  ])('leaves its token, once deleted, to none but a new one with its link: %s', async (_how, targeting) => {
    const cleo = await addAccount('telegram', url);
    const led = await create({ targets: [], ...targeting(cleo) });
    const text = await visit(led);
    await remove(cleo);
    await write(ben, text);
    expect(await conversions(led.id)).toEqual([]);
    const again = await addAccount('telegram', url);
    expect(await write(again, text)).toBe('Hello!');
    expect(await conversions(led.id)).toMatchObject([{ url, verdict: 'new' }]);
  });

  it('keeps its token if its target was removed from the link', async () => {
    const both = await create({ targets: targetsOf(['shop_ana', ana], ['shop_ben', ben]) });
    const text = await visit(both);
    await world.update(both, { tracksFans: true, targets: [{ url: 'https://t.me/shop_else' }] });
    await write(ben, text);
    expect(await conversions(both.id)).toEqual([]);
    await write(ana, text);
    expect(await conversions(both.id)).toHaveLength(1);
  });

  it('takes its conversions out of the counts when it is deleted', async () => {
    await write(ana, await visit(link));
    await forget(ana);
    expect(await conversions(link.id)).toEqual([]);
    expect(await world.get(link.id)).toMatchObject({ conversions: 0, newFans: 0 });
    expect(await findMiscounts(harness.database)).toEqual([]);
  });
});
