/** From a contact that a visitor leaves to what agents and the owner do with it. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId } from '../../../base/ids.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { splitContacts, splitLinks } from '../../../schema/split-links.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { deleteSubAccountData, removeSome } from '../store.ts';
import { fakeRealtime } from '../testing/redirect-process.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import type { ProspectiveFanAct } from './next-state.ts';
import { presentForDesk, presentProspectiveFan } from './presenter.ts';
import { countOpen, type DeskFilters, readForDesk, readForOwner, readLinks } from './queries.ts';
import * as service from './service.ts';

const clock = testClock();
const { realtime, notified } = fakeRealtime();
let harness: SplitLinksHarness;
let world: SplitLinksWorld;
let deps: service.ProspectiveFanDeps;
let ana: string;
let ben: string;
beforeAll(async () => {
  harness = await startSplitLinksHarness(clock);
  deps = { database: harness.database, clock, realtime };
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.workspace();
  ({ ana } = world);
  ben = await world.subAccount('Ben');
});

type Link = Awaited<ReturnType<SplitLinksWorld['create']>>;
const link = (...accounts: (string | null)[]) =>
  world.create({
    targets: accounts.map((socialAccountId, at) => ({ url: `https://t.me/shop_${at}`, socialAccountId })),
  });
/** Leaves a contact a moment after the last one. Returns the outcome. */
function send({ id: splitLinkId }: Link, left: Partial<service.LeftContact> = {}) {
  clock.advance(1);
  const form = { name: 'Lucía', contact: newId(), message: '¿Hola?', language: 'es', country: null };
  return service.leaveContact(deps, { workspaceId: world.workspaceId, splitLinkId, ...form, ...left });
}
type OwnersQuery = Partial<Parameters<typeof readForOwner>[2]>;
const page = (query: OwnersQuery = {}) =>
  readForOwner(harness.database, world.workspaceId, { pageSize: 50, ...query });
const shown = async (query: OwnersQuery = {}) => (await page(query)).list.map(presentProspectiveFan);
/** Leaves a contact, and returns its id. */
async function leave(at: Link, left: Partial<service.LeftContact> = {}): Promise<string> {
  expect(await send(at, left)).toBe('sent');
  return (await page({ splitLinkId: at.id, pageSize: 1 })).list[0]?.id ?? '';
}

const desk = (subAccountId: string) => ({ workspaceId: world.workspaceId, subAccountId });
const originOf = (id: string) => ({
  ...systemOrigin,
  actor: { kind: 'sub-account', id, workspaceId: world.workspaceId } as const,
});
type DeskQuery = DeskFilters & { cursor?: string; pageSize?: number };
const seen = (agent: string, query: DeskQuery = {}) =>
  readForDesk(harness.database, desk(agent), { pageSize: 50, ...query });
const shownTo = async (agent: string) => (await seen(agent)).list.map((item) => presentForDesk(item, agent));
const idsOf = async (agent: string, query: DeskQuery = {}) =>
  (await seen(agent, query)).list.map(({ id }) => id);
const countOf = async (agent: string) => (await countOpen(harness.database, desk(agent))).count;
const act = async (agent: string, id: string, wanted: ProspectiveFanAct, authorName: string | null = null) =>
  presentForDesk(
    await service.act(deps, desk(agent), { id, act: wanted, authorName }, originOf(agent)),
    agent,
  );
const claim = (agent: string, id: string, authorName?: string) =>
  act(agent, id, { kind: 'claim' }, authorName);
const finish = (agent: string, id: string, conversationId: string | null = null) =>
  act(agent, id, { kind: 'done', conversationId });
const reopen = (agent: string, id: string) => act(agent, id, { kind: 'reopen' });
const note = (agent: string, id: string, text: string, before: string) =>
  service.setNote(deps, desk(agent), { id, note: text, before }, originOf(agent));
const refused = (error: string) => expect.objectContaining({ error });
const moveAccount = (id: string | null | undefined, subAccountId: string) =>
  harness.database.db
    .update(socialAccounts)
    .set({ subAccountId })
    .where(eq(socialAccounts.id, id ?? ''));

describe('a contact that a visitor leaves', () => {
  it('becomes a prospective fan with its link, language and country', async () => {
    const at = await link(null);
    const form = { name: 'Luc\0ía', contact: '+34 600 000 000', message: '¿Hola?' };
    await send(at, { ...form, language: 'de', country: 'US' });
    expect(await shown()).toEqual([
      expect.objectContaining({
        ...form,
        splitLinkId: at.id,
        splitLinkName: at.name,
        platform: 'telegram',
        name: 'Luc\uFFFDía',
        language: 'de',
        country: 'US',
        state: 'open',
        holder: null,
      }),
    ]);
  });

  it('counts once when the same form is sent again, until its link is full', async () => {
    const at = await link(null);
    const form = { name: 'Lucía', contact: '+34 600', message: '' };
    expect(await Promise.all([send(at, form), send(at, form)])).toEqual(['sent', 'sent']);
    expect(await shown()).toHaveLength(1);
    await harness.database.db.update(splitLinks).set({ contacts: 5_000 }).where(eq(splitLinks.id, at.id));
    expect(await send(at, form)).toBe('sent');
    expect(await send(at, { ...form, message: 'Hola' })).toBe('full');
    const ids = (await page()).list.map(({ id }) => id);
    await service.deleteProspectiveFans(deps, world.caller, ids);
    expect(await send(at, form)).toBe('sent');
    expect((await world.get(at.id)).contacts).toBe(5_000);
  });

  it('notifies the console, and the desks that see it', async () => {
    const at = await link(await world.account(ana));
    notified.length = 0;
    await send(at);
    expect(notified).toEqual([ana, world.workspaceId]);
  });

  it('reaches no link that was deleted', async () => {
    const at = await link(null);
    await world.remove([at.id]);
    expect(await send(at)).toBe('unknown');
  });

  it('disappears from sub-accounts whose accounts the link no longer follows', async () => {
    for (const agent of [ana, ben])
      await world.account(agent, { platform: 'webchat', publicLink: `https://${agent}.example/` });
    const following = (id: string) => ({
      platform: 'webchat' as const,
      targets: [],
      sources: [{ kind: 'sub-account' as const, id }],
    });
    const at = await world.create(following(ana));
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
    await world.update(at, following(ben));
    await leave(at);
    expect([(await idsOf(ana)).length, (await idsOf(ben)).length]).toEqual([0, 2]);
  });
});

describe('a prospective fan', () => {
  it('appears only to the sub-accounts of the link’s social accounts, and others can’t act on it', async () => {
    const at = await link(await world.account(ana), null);
    await world.account(ben);
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
    expect([await countOf(ana), await countOf(ben)]).toEqual([1, 0]);
    expect(await idsOf(ben, { splitLinkId: at.id })).toEqual([]);
    const links = async (agent: string) =>
      (await readLinks(harness.database, desk(agent), undefined)).list.map((one) => one.id);
    expect([await links(ana), await links(ben)]).toEqual([[at.id], []]);
    for (const acting of [
      () => claim(ben, id),
      () => finish(ben, id),
      () => reopen(ben, id),
      () => act(ben, id, { kind: 'give-up', reason: '' }),
      () => note(ben, id, 'x', ''),
    ])
      await expect(acting()).rejects.toEqual(refused('prospective-fan.not-found'));
    expect(await shown()).toMatchObject([{ state: 'open', note: '' }]);
  });

  it('appears to sub-accounts with an account of the platform if no target names one, else to all', async () => {
    const at = await link(null);
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], [id]]);
    await world.account(ana, { platform: 'xmpp' });
    expect(await idsOf(ben)).toEqual([id]);
    const account = await world.account(ben);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[], [id]]);
    await moveAccount(account, ana);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
  });

  it('disappears for all sub-accounts once its link is deleted, with its rows', async () => {
    const at = await link(null);
    const id = await leave(at);
    await world.remove([at.id]);
    expect([await idsOf(ana), await countOf(ana), await shown()]).toEqual([[], 0, []]);
    await expect(claim(ana, id)).rejects.toEqual(refused('prospective-fan.not-found'));
    const key = { workspaceId: world.workspaceId, id: at.id };
    while (await harness.work((tx) => removeSome(tx, key, 100)));
    expect(await harness.database.db.$count(splitContacts, eq(splitContacts.splitLinkId, at.id))).toBe(0);
  });
});

describe('an agent', () => {
  let at: Link;
  beforeEach(async () => {
    at = await link(await world.account(ana), await world.account(ben));
  });

  it('claims an entry before a concurrent agent, who is given the name of the holder', async () => {
    const id = await leave(at);
    const outcomes = await Promise.allSettled([claim(ana, id, 'Ana María'), claim(ben, id, 'Benito')]);
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const [won] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const name = `${won?.holder?.authorName} (${won?.holder?.name})`;
    expect(['Ana María (Ana)', 'Benito (Ben)']).toContain(name);
    expect(lost).toEqual([expect.objectContaining({ error: 'prospective-fan.taken', details: { name } })]);
    expect(await world.audited(id)).toEqual(['prospective-fan.claimed']);
  });

  it('repeats an act without changing or recording anything', async () => {
    const id = await leave(at);
    const first = await claim(ana, id);
    expect(first).toMatchObject({ state: 'claimed', own: true, taken: false, holder: { name: 'Ana' } });
    expect(await claim(ana, id)).toEqual(first);
    const done = await finish(ana, id);
    expect(await finish(ana, id)).toEqual(done);
    expect(await shownTo(ben)).toMatchObject([{ state: 'done', own: false, taken: true }]);
    expect(await reopen(ana, id)).toMatchObject({ state: 'open', holder: null });
    await reopen(ana, id);
    const recorded = ['claimed', 'done', 'reopened'].map((state) => `prospective-fan.${state}`);
    expect(await world.audited(id)).toEqual(recorded);
    expect([await countOf(ana), await countOf(ben)]).toEqual([1, 1]);
  });

  it('changes a note only if it is unchanged since it was read, and logs no copy', async () => {
    const id = await leave(at);
    await note(ana, id, 'After six', '');
    await note(ana, id, 'After six', '');
    await expect(note(ben, id, 'Before six', '')).rejects.toEqual(refused('resource.stale'));
    expect(await note(ben, id, 'After seven', 'After six')).toMatchObject({ note: 'After seven' });
    const details = await harness.database.db
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.workspaceId, world.workspaceId), eq(auditEntries.objectId, id)))
      .orderBy(auditEntries.createdAt, auditEntries.id);
    expect(details).toEqual([{ details: { note: 'added' } }, { details: { note: 'replaced' } }]);
  });

  it('takes over from a sub-account that has lost the link’s account, or is deleted', async () => {
    const [moved, deleted] = [await leave(at), await leave(at)];
    for (const id of [moved, deleted]) await claim(ben, id);
    await expect(claim(ana, moved)).rejects.toEqual(refused('prospective-fan.taken'));
    await moveAccount(at.targets[1]?.socialAccountId, ana);
    expect(await claim(ana, moved)).toMatchObject({ own: true });
    await harness.database.db.update(subAccounts).set({ status: 'deleted' }).where(eq(subAccounts.id, ben));
    await harness.work((tx) => deleteSubAccountData(tx, world.workspaceId, ben));
    expect((await seen(ana, { state: 'open' })).list).toMatchObject([{ id: deleted, holderId: null }]);
  });

  it('reads all in pages, and filters by state, link and words', async () => {
    const other = await link(await world.account(ana));
    const ids: string[] = [];
    for (const [n, place] of [at, other, at, other, at].entries())
      ids.unshift(await leave(place, { name: `No ${n}`, message: n === 3 ? '100% sure' : '' }));
    const first = await seen(ana, { pageSize: 3 });
    const second = await seen(ana, { pageSize: 3, cursor: first.nextCursor ?? '' });
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await idsOf(ana, { splitLinkId: other.id })).toEqual([ids[1], ids[3]]);
    expect(await idsOf(ana, { search: '100%' })).toEqual([ids[1]]);
    expect(await idsOf(ana, { search: 'no 2' })).toEqual([ids[2]]);
    await finish(ana, ids[4] ?? '');
    expect(await idsOf(ana, { state: 'done' })).toEqual([ids[4]]);
    expect([await countOf(ana), await countOf(ben)]).toEqual([4, 2]);
  });

  it('names the conversation that the entry became, which no other desk sees', async () => {
    const socialAccountId = at.targets[0]?.socialAccountId ?? '';
    const chat = {
      id: newId(),
      chatId: '5551',
      kind: 'private',
      title: 'Lucía',
      platform: 'telegram',
    } as const;
    await harness.database.db
      .insert(conversations)
      .values({ ...chat, workspaceId: world.workspaceId, socialAccountId, subAccountId: ana });
    const id = await leave(at);
    await expect(finish(ben, id, chat.id)).rejects.toEqual(refused('conversation.not-found'));
    expect((await finish(ana, id, chat.id)).conversation).toMatchObject({ id: chat.id, title: 'Lucía' });
    expect((await shownTo(ben))[0]?.conversation).toBeNull();
    expect((await shown())[0]?.conversation).toMatchObject({ id: chat.id });
  });
});

describe('the owner', () => {
  const ids = async (query: OwnersQuery) => (await page(query)).list.map(({ id }) => id);

  it('filters and sorts those of all links', async () => {
    const at = await link(await world.account(ana));
    const other = await link(null);
    const [one, two, three] = [await leave(at), await leave(other), await leave(at)];
    clock.advance(1);
    await claim(ana, one);
    expect(await ids({})).toEqual([three, two, one]);
    expect(await ids({ sort: 'createdAt.asc' })).toEqual([one, two, three]);
    expect(await ids({ sort: 'since.desc' })).toEqual([one, three, two]);
    expect(await ids({ state: 'claimed' })).toEqual([one]);
    expect(await ids({ subAccountId: ana })).toEqual([one]);
    expect(await ids({ splitLinkId: other.id })).toEqual([two]);
    expect(await ids({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
    for (const sort of ['since.asc', 'since.desc', 'createdAt.desc'] as const) {
      const first = await page({ sort, pageSize: 2 });
      const rest = await page({ sort, pageSize: 2, cursor: first.nextCursor ?? '' });
      expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(await ids({ sort }));
    }
  });

  it('sets states despite any claim, and deletes: all or none', async () => {
    const at = await link(await world.account(ana));
    const [one, two] = [await leave(at), await leave(at)];
    await claim(ana, one);
    const set = (chosen: string[], state: 'open' | 'done' | 'given-up', reason = '') =>
      service.setStates(deps, world.caller, { ids: chosen, state, reason });
    await expect(set([one, newId()], 'done')).rejects.toEqual(refused('prospective-fan.not-found'));
    expect(await ids({ state: 'done' })).toEqual([]);
    expect(await set([one, two], 'given-up', 'Season is over')).toBe(2);
    expect(await set([one, two], 'given-up', 'Again')).toBe(0);
    expect(await shown()).toMatchObject([
      { id: two, reason: 'Season is over', holder: null },
      { id: one, reason: 'Season is over', holder: { name: 'Ana' } },
    ]);
    await set([one], 'open');
    expect(await shown({ state: 'open' })).toMatchObject([{ id: one, holder: null, reason: '' }]);
    const stranger = await harness.workspace();
    await expect(service.deleteProspectiveFans(deps, stranger.caller, [one])).rejects.toEqual(
      refused('prospective-fan.not-found'),
    );
    expect(await service.deleteProspectiveFans(deps, world.caller, [one, two])).toBe(2);
    expect(await shown()).toEqual([]);
    expect((await world.audited(one)).at(-1)).toBe('prospective-fan.deleted');
  });
});
