/** From the visit of a split link to the fan that it became. */
import { randomUUID } from 'node:crypto';
import { fanLog } from '@parley/contract/fans';
import * as api from '@parley/contract/split-links';
import { visitorSend } from '@parley/contract/visitor';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import { deleteAccountData } from '../store.ts';
import { findMiscounts } from './counters/queries.ts';
import { readConversionDays } from './queries.ts';
import { deleteExpiredTokens } from './store.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const dayMs = 86_400_000;

let harness: InboundHarness;
let token: string;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

type Account = Parameters<InboundHarness['tell']>[0]['account'];
/** Accounts without a connector: the tests deliver their messages. */
async function addAccount(platform: Account['platform'] = 'telegram'): Promise<Account> {
  const { workspaceId } = harness.owner;
  const { subAccountId } = harness.agent;
  const id = newId();
  await harness.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
    values (${workspaceId}, ${id}, ${platform}, 'Shop', ${id}, '', ${subAccountId}, '', false)`);
  return { workspaceId, id, platform, subAccountId };
}

let ana: Account;
let ben: Account;
let link: api.SplitLink;
beforeEach(async () => {
  [ana, ben] = [await addAccount(), await addAccount()];
  token = await harness.ownerToken();
  link = await create();
});

const plainLink = () => ({
  name: randomUUID(),
  platform: 'telegram' as const,
  eligibility: 'full' as const,
  mode: 'sequential' as const,
  bindsAddress: false,
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
  targets: [{ url: 'https://t.me/shop_ana', socialAccountId: ana.id }],
});
const create = (changes: Partial<z.input<typeof api.splitLinkForm>> = {}) =>
  harness.call(api.createSplitLink, { body: { ...plainLink(), ...changes } }, token);

/** Visits a link, and returns the address it redirects to once the visit is stored. */
async function visit({ id, code }: api.SplitLink, headers: Record<string, string> = {}): Promise<URL> {
  const before = (await get(id)).visits;
  const answer = await fetch(`${harness.app.url}/s/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': browser, ...headers },
  });
  await expect.poll(async () => (await get(id)).visits).toBe(before + 1);
  return new URL(answer.headers.get('location') ?? '');
}
const get = (splitLinkId: string) => harness.call(api.getSplitLink, { query: { splitLinkId } }, token);
const conversions = async (splitLinkId: string) =>
  (await harness.call(api.splitLinkConversions, { query: { splitLinkId } }, token)).list;

/** Delivers a message, and returns its text as stored. */
async function write(
  account: Account,
  text: string,
  given: Partial<Parameters<InboundHarness['tell']>[0]> = {},
): Promise<string | undefined> {
  const chatId = given.chatId ?? randomUUID();
  const message = harness.inbound(chatId, text, { account, ...given });
  await harness.tell(message);
  return (await harness.messagesOf(chatId)).at(-1)?.original;
}
const textOf = (address: URL) => address.searchParams.get('text') ?? '';

describe('the visit of a split link', () => {
  it('becomes a new fan with the first message, whose text loses the token', async () => {
    const address = await visit(link, { 'accept-language': 'es' });
    expect(textOf(address)).toMatch(/^¡Hola! \(ref: [a-z2-9]{12}\)$/);
    const chatId = randomUUID();
    expect(await write(ana, `${textOf(address)} ¿Envían?`, { chatId })).toBe('¡Hola! ¿Envían?');
    const [conversion, ...others] = await conversions(link.id);
    expect(others).toEqual([]);
    expect(conversion).toMatchObject({
      url: 'https://t.me/shop_ana',
      socialAccountName: 'Shop',
      verdict: 'new',
    });
    expect(conversion?.at).toBeGreaterThan(conversion?.visitedAt ?? 0);
    expect(await get(link.id)).toMatchObject({
      conversions: 1,
      newFans: 1,
      targets: [{ conversions: 1, newFans: 1 }],
    });
    expect(await readConversionDays(harness.database, harness.owner.workspaceId, link.id, 1)).toMatchObject([
      {
        targetId: link.targets[0]?.id,
        subAccountId: ana.subAccountId,
        conversions: 1,
        newFans: 1,
        repeatFans: 0,
      },
    ]);
    expect(await findMiscounts(harness.database)).toEqual([]);
    const query = { fanId: conversion?.fanId ?? '' };
    const log = await harness.call(fanLog, { query }, token);
    expect(log.list.find(({ kind }) => kind === 'split-link')).toMatchObject({
      id: conversion?.id,
      splitLinkName: link.name,
      socialAccountName: 'Shop',
      platform: 'telegram',
      visitedAt: conversion?.visitedAt,
    });
  });

  it('counts once, however often its token arrives, and from anyone', async () => {
    const text = textOf(await visit(link));
    const message = harness.inbound(randomUUID(), text, { account: ana });
    await harness.tell(message, { ...message, platformMessageId: randomUUID() });
    await harness.tell(message);
    expect(await write(ana, text)).toBe('Hello!');
    expect(await conversions(link.id)).toHaveLength(1);
  });

  it('shows a fan who had written before as known, and counts one new fan for two visits', async () => {
    const [first, second] = [textOf(await visit(link)), textOf(await visit(link))];
    const chatId = randomUUID();
    await write(ana, 'Hola', { chatId });
    harness.clock.advance(1_000);
    const third = textOf(await visit(link));
    for (const text of [first, second, third]) await write(ana, text, { chatId });
    const verdicts = (await conversions(link.id)).map(({ verdict }) => verdict);
    expect(verdicts.sort()).toEqual(['known', 'known', 'new']);
    expect(await findMiscounts(harness.database)).toEqual([]);
  });

  it('shows a repeat fan as a repeat fan', async () => {
    const from = { id: randomUUID(), displayName: null, language: null };
    await write(ben, 'Hola', { from });
    harness.clock.advance(1_000);
    const text = textOf(await visit(link));
    await write(ana, text, { from, chatId: from.id });
    expect(await conversions(link.id)).toMatchObject([{ verdict: 'repeat' }]);
  });

  it('arrives in the parameter of a bot’s link, after the owner’s own', async () => {
    const bot = await create({
      targets: [{ url: 'https://t.me/shop_bot?start=promo', socialAccountId: ana.id }],
    });
    const referral = (await visit(bot)).searchParams.get('start') ?? '';
    expect(referral).toMatch(/^promo-[a-z2-9]{12}$/);
    expect(await write(ana, `/start ${referral}`, { referral })).toBe('/start promo');
    expect(await conversions(bot.id)).toMatchObject([{ verdict: 'new' }]);
  });

  it('arrives beside a message of the website chat, and stays out of an edited text', async () => {
    const site = await create({
      platform: 'webchat',
      targets: [{ url: 'https://shop.example/chat', socialAccountId: harness.site }],
    });
    const visitor = await harness.startVisitor(harness.site);
    const origin = (await visit(site)).searchParams.get(api.visitParameter) ?? '';
    const body = { id: randomUUID(), text: 'Hola (ref: abcdefghjkmn)', visit: origin };
    const sent = await harness.call(visitorSend, { body }, visitor.token);
    expect(sent.text).toBe(body.text);
    expect(await conversions(site.id)).toMatchObject([{ verdict: 'new' }]);

    const text = textOf(await visit(link));
    const message = harness.inbound(randomUUID(), text, { account: ana });
    await harness.tell(message);
    const { chatId, platformMessageId: target } = message;
    const edit = { account: ana, chatId, target, by: chatId, at: harness.clock.now() };
    await harness.app.services.conversations.change({ ...edit, kind: 'edited', text: `Blue! ${text}` });
    expect((await harness.messagesOf(chatId)).at(-1)?.original).toBe('Blue! Hello!');
  });

  it('leaves a message that consists of its reference only as written', async () => {
    const [, reference = ''] = /(\(ref: \w+\))/.exec(textOf(await visit(link))) ?? [];
    const chatId = randomUUID();
    expect(await write(ana, reference, { chatId })).toBe(reference);
    expect(await harness.messagesOf(chatId)).toMatchObject([{ translation_state: 'none' }]);
    expect(await conversions(link.id)).toHaveLength(1);
    expect(await write(ana, reference, { kind: 'image' })).toBe('');
  });

  it('shares a text with other tokens, of which the workspace’s are removed', async () => {
    const [first, second] = [textOf(await visit(link)), textOf(await visit(link))];
    const text = `Hi (ref: abcdefghjkmn) ${first} ${second.toUpperCase()}`;
    expect(await write(ana, text)).toBe('Hi (ref: abcdefghjkmn) Hello! HELLO!');
    expect((await conversions(link.id)).map(({ verdict }) => verdict).sort()).toEqual(['known', 'new']);
    expect(await get(link.id)).toMatchObject({ conversions: 2, newFans: 1 });
    expect(await findMiscounts(harness.database)).toEqual([]);
  });

  it('carries no token if the owner has switched tracking off', async () => {
    const plain = await create({ tracksFans: false });
    expect((await visit(plain)).href).toBe('https://t.me/shop_ana');
  });
});

describe('the conversions of a link by agent', () => {
  const agents = async (splitLinkId: string, days?: '7' | '30') =>
    (await harness.call(api.splitLinkAgents, { query: { splitLinkId, days } }, token)).list;

  it('lists each agent with the days that have conversions', async () => {
    const chatId = randomUUID();
    await write(ana, textOf(await visit(link)), { chatId });
    await write(ana, textOf(await visit(link)), { chatId });
    const counted = { conversions: 2, newFans: 1, repeatFans: 0 };
    const [agent, ...others] = await agents(link.id);
    expect(others).toEqual([]);
    expect(agent).toMatchObject({ subAccountId: ana.subAccountId, ...counted, days: [counted] });
    expect(agent?.name).toBeTruthy();
    expect(await agents((await create()).id)).toEqual([]);
  });

  it('omits days before the range, and keeps a deleted agent without a name', async () => {
    await write(ana, textOf(await visit(link)));
    const gone = newId();
    const ofGone = sql`workspace_id = ${harness.owner.workspaceId} and sub_account_id = ${gone}`;
    await harness.database.db.execute(sql`
      insert into split_conversion_days
      select workspace_id, split_link_id, day - 10, target_id, ${gone}, slot, 5, 4, 1 from split_conversion_days
      where workspace_id = ${harness.owner.workspaceId} and split_link_id = ${link.id}`);
    expect(await agents(link.id)).toMatchObject([{ subAccountId: ana.subAccountId, conversions: 1 }]);
    expect(await agents(link.id, '30')).toMatchObject([
      { subAccountId: gone, name: null, conversions: 5, newFans: 4, repeatFans: 1 },
      { subAccountId: ana.subAccountId, conversions: 1 },
    ]);
    await harness.database.db.execute(sql`delete from split_conversion_days where ${ofGone}`);
  });
});

describe('a token that belongs to no visit to the account', () => {
  it('stays in the text if it isn’t the workspace’s', async () => {
    const other = await harness.registerOwner({ characters: 0 });
    const text = textOf(await visit(link));
    await harness.database.db.execute(sql`
      update split_visit_tokens set workspace_id = ${other.workspaceId} where split_link_id = ${link.id}`);
    expect(await write(ana, text)).toBe(text);
    expect(await write(ana, 'Hi (ref: abcdefghjkmn)')).toBe('Hi (ref: abcdefghjkmn)');
    expect(await conversions(link.id)).toEqual([]);
  });

  it.each([
    ['another target’s account', async (text: string) => write(ben, text)],
    ['history', async (text: string) => write(ana, text, { history: true })],
    [
      'an expired visit',
      async (text: string) => {
        harness.clock.advance(7 * dayMs + 1);
        return write(ana, text);
      },
    ],
  ])('leaves the text and becomes no conversion: %s', async (_what, how) => {
    const both = await create({
      targets: [
        { url: 'https://t.me/shop_ana', socialAccountId: ana.id },
        { url: 'https://t.me/shop_ben', socialAccountId: ben.id },
      ],
    });
    const text = textOf(await visit(both));
    expect(await how(text)).toBe('Hello!');
    token = await harness.ownerToken();
    expect(await conversions(both.id)).toEqual([]);
  });

  it('stays in a group’s text', async () => {
    const text = textOf(await visit(link));
    expect(await write(ana, text, { chatKind: 'group' })).toBe(text);
    expect(await conversions(link.id)).toEqual([]);
  });

  it('expires after a week', async () => {
    await visit(link);
    const left = async () =>
      (
        await harness.database.db.execute(sql`
          select 1 from split_visit_tokens where split_link_id = ${link.id}`)
      ).rowCount;
    const forget = () =>
      transaction(harness.database, (tx) => deleteExpiredTokens(tx, new Date(harness.clock.now()), 1_000));
    await forget();
    expect(await left()).toBe(1);
    harness.clock.advance(7 * dayMs + 1);
    await forget();
    expect(await left()).toBe(0);
  });
});

it('accepts any account of the platform for a target that names none', async () => {
  const free = await create({ targets: [{ url: 'https://t.me/shop_ana' }] });
  const text = textOf(await visit(free));
  const sms = await addAccount('sms');
  await write(sms, text);
  expect(await conversions(free.id)).toEqual([]);
  await write(ben, text);
  expect(await conversions(free.id)).toHaveLength(1);
});

describe('an account that a visitor was led to', () => {
  const url = 'https://t.me/shop_cleo';
  const remove = async ({ workspaceId, id }: Account) => {
    await harness.database.db.execute(sql`
      update social_accounts set deleted_at = now(), enabled = false where workspace_id = ${workspaceId} and id = ${id}`);
    while (await transaction(harness.database, (tx) => deleteAccountData(tx, workspaceId, id)));
  };
  const addLinked = async (): Promise<Account> => {
    const account = await addAccount();
    await harness.database.db.execute(sql`
      update social_accounts set public_link = ${url} where id = ${account.id}`);
    return account;
  };

  it.each([
    ['followed', () => ({ sources: [{ kind: 'sub-account' as const, id: harness.agent.subAccountId }] })],
    ['typed', ({ id }: Account) => ({ targets: [{ url, socialAccountId: id }] })],
  ])('leaves its token, once deleted, to none but a new one with its link: %s', async (_how, targeting) => {
    const cleo = await addLinked();
    const led = await create({ targets: [], ...targeting(cleo) });
    const text = textOf(await visit(led));
    await remove(cleo);
    await write(ben, text);
    expect(await conversions(led.id)).toEqual([]);
    const again = await addLinked();
    expect(await write(again, text)).toBe('Hello!');
    expect(await conversions(led.id)).toMatchObject([{ url, verdict: 'new' }]);
    await remove(again);
  });

  it('keeps its token if its target was removed from the link', async () => {
    const both = await create({
      targets: [
        { url: 'https://t.me/shop_ana', socialAccountId: ana.id },
        { url: 'https://t.me/shop_ben', socialAccountId: ben.id },
      ],
    });
    const text = textOf(await visit(both));
    const { id: splitLinkId, version } = both;
    const left = { ...plainLink(), name: both.name, targets: [{ url: 'https://t.me/shop_else' }] };
    await harness.call(api.updateSplitLink, { body: { ...left, splitLinkId, version } }, token);
    await write(ben, text);
    expect(await conversions(both.id)).toEqual([]);
    await write(ana, text);
    expect(await conversions(both.id)).toHaveLength(1);
  });
});

it('subtracts the conversions of a deleted social account from the counts', async () => {
  await write(ana, textOf(await visit(link)));
  const { workspaceId } = harness.owner;
  while (await transaction(harness.database, (tx) => deleteAccountData(tx, workspaceId, ana.id)));
  expect(await conversions(link.id)).toEqual([]);
  expect(await get(link.id)).toMatchObject({ conversions: 0, newFans: 0 });
  expect(await findMiscounts(harness.database)).toEqual([]);
});
