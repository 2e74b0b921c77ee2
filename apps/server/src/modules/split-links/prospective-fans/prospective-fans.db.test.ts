/** From a contact that a visitor leaves to what agents and the owner do with it. */
import { auditLogPage } from '@parley/contract/audit';
import { deskConversations } from '@parley/contract/conversations';
import * as api from '@parley/contract/prospective-fans';
import * as linksApi from '@parley/contract/split-links';
import { deleteSubAccounts } from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';
import { connectSocket } from '../../../testing/test-socket.ts';
import { addLink, leaveContact, sendForm } from './testing/left-contacts.ts';

let app: TestApp;
let owner: TestOwner;
let ana: TestAgent;
let ben: TestAgent;
beforeAll(async () => {
  app = await startTestApp({ config: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  ana = await app.createSubAccount(owner, { remark: 'Ana' });
  ben = await app.createSubAccount(owner, { remark: 'Ben' });
});

/** A social account without a connector. */
async function addAccount(agent: TestAgent, platform = 'telegram'): Promise<string> {
  const id = newId();
  await app.app.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
    values (${owner.workspaceId}, ${id}, ${platform}, 'Shop', ${id}, '', ${agent.subAccountId}, '', false)`);
  return id;
}
const link = (...socialAccountIds: (string | null)[]) =>
  addLink(app, owner.token, {
    targets: socialAccountIds.map((socialAccountId, at) => ({
      url: `https://t.me/shop_${at}`,
      socialAccountId,
    })),
  });
const leave = (at: linksApi.SplitLink, left: Parameters<typeof leaveContact>[3] = {}) =>
  leaveContact(app, owner.token, at, left);

type DeskQuery = {
  state?: 'open' | 'done';
  splitLinkId?: string;
  search?: string;
  cursor?: string;
  pageSize?: number;
};
const seen = (agent: TestAgent, query: DeskQuery = {}) =>
  app.call(api.deskProspectiveFans, { query }, agent.token);
const idsOf = async (agent: TestAgent, query: DeskQuery = {}) =>
  (await seen(agent, query)).list.map(({ id }) => id);
const countOf = async (agent: TestAgent) =>
  (await app.call(api.countDeskProspectiveFans, {}, agent.token)).count;
const claim = (agent: TestAgent, prospectiveFanId: string, authorName?: string) =>
  app.call(
    api.claimProspectiveFan,
    { params: { prospectiveFanId }, body: authorName === undefined ? {} : { authorName } },
    agent.token,
  );
const finish = (agent: TestAgent, prospectiveFanId: string, conversationId: string | null = null) =>
  app.call(api.finishProspectiveFan, { params: { prospectiveFanId }, body: { conversationId } }, agent.token);
const reopen = (agent: TestAgent, prospectiveFanId: string) =>
  app.call(api.reopenProspectiveFan, { params: { prospectiveFanId }, body: {} }, agent.token);
const page = (query: Record<string, string | number> = {}) =>
  app.call(api.prospectiveFanPage, { query: query as never }, owner.token); // validated by the server, as if typed
const actionsOn = async (object: string) =>
  (await app.call(auditLogPage, { query: { object } }, owner.token)).list.map(({ action }) => action);

describe('a contact that a visitor leaves', () => {
  it('becomes a prospective fan with its link, language and country', async () => {
    const at = await link(null);
    await sendForm(
      app,
      at.code,
      { name: 'Luc\0ía', contact: '+34 600 000 000', message: '¿Hola?', language: 'de-CH,de;q=0.9' },
      { 'x-forwarded-for': '8.8.8.8' },
    );
    expect((await page()).list).toEqual([
      expect.objectContaining({
        splitLinkId: at.id,
        splitLinkName: at.name,
        platform: 'telegram',
        name: 'Luc\uFFFDía',
        contact: '+34 600 000 000',
        message: '¿Hola?',
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
    expect(await Promise.all([sendForm(app, at.code, form), sendForm(app, at.code, form)])).toEqual([
      200, 200,
    ]);
    expect((await page()).list).toHaveLength(1);
    await app.app.database.db.execute(sql`update split_links set contacts = 5000 where id = ${at.id}`);
    expect(await sendForm(app, at.code, form)).toBe(200);
    expect(await sendForm(app, at.code, { ...form, message: 'Hola' })).toBe(503);
    const ids = (await page()).list.map(({ id }) => id);
    await app.call(api.deleteProspectiveFans, { body: { ids } }, owner.token);
    expect(await sendForm(app, at.code, form)).toBe(200);
    const { contacts } = await app.call(
      linksApi.getSplitLink,
      { query: { splitLinkId: at.id } },
      owner.token,
    );
    expect(contacts).toBe(5000);
  });

  it('reaches the desks that see it, and the console, at once', async () => {
    const at = await link(await addAccount(ana));
    const sockets = await Promise.all([ana, ben, owner].map(({ token }) => connectSocket(app.url, token)));
    await leave(at);
    const notified = () =>
      sockets.map(({ heard }) => heard.filter(([name]) => name === 'prospectiveFans').length);
    await until('the desk and the console to be notified', () => {
      const [desk, , console] = notified();
      return desk === 1 && console === 1;
    });
    expect(notified()[1]).toBe(0);
    for (const { socket } of sockets) socket.disconnect();
  });

  it('disappears from sub-accounts whose accounts the link no longer follows', async () => {
    for (const agent of [ana, ben]) {
      const host = `shop-${agent.subAccountId}`;
      await app.addWebchat(owner, agent.subAccountId, { name: host, origins: `https://${host}.example` });
    }
    const form = { name: 'Followed', platform: 'webchat' as const, targets: [] };
    const following = ({ subAccountId: id }: TestAgent) => [{ kind: 'sub-account' as const, id }];
    const at = await addLink(app, owner.token, { ...form, sources: following(ana) });
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
    const { eligibility, mode, bindsAddress, defaultUrl, pageText, remark, expiresAt } = at;
    const kept = { eligibility, mode, bindsAddress, defaultUrl, pageText, remark, expiresAt };
    const body = { ...form, ...kept, splitLinkId: at.id, version: at.version, sources: following(ben) };
    await app.call(linksApi.updateSplitLink, { body }, owner.token);
    await leave(at);
    expect([(await idsOf(ana)).length, (await idsOf(ben)).length]).toEqual([0, 2]);
  });
});

describe('a prospective fan', () => {
  it('appears only to the sub-accounts of the link’s social accounts, and others can’t act on it', async () => {
    const at = await link(await addAccount(ana), null);
    await addAccount(ben);
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
    expect([await countOf(ana), await countOf(ben)]).toEqual([1, 0]);
    expect(await idsOf(ben, { splitLinkId: at.id })).toEqual([]);
    const links = async (agent: TestAgent) =>
      (await app.call(api.deskProspectiveFanLinks, { query: {} }, agent.token)).list.map((one) => one.id);
    expect([await links(ana), await links(ben)]).toEqual([[at.id], []]);
    const params = { prospectiveFanId: id };
    const acts = [
      claim(ben, id),
      finish(ben, id),
      reopen(ben, id),
      app.call(api.giveUpProspectiveFan, { params, body: { reason: '' } }, ben.token),
      app.call(api.noteProspectiveFan, { params, body: { note: 'x', before: '' } }, ben.token),
    ];
    for (const { status, reason } of (await Promise.allSettled(acts)) as PromiseRejectedResult[]) // all of them
      expect([status, reason.error]).toEqual(['rejected', 'prospective-fan.not-found']);
    expect((await page()).list).toMatchObject([{ state: 'open', note: '' }]);
  });

  it('appears to sub-accounts with an account of the platform if no target names one, else to all', async () => {
    const at = await link(null);
    const id = await leave(at);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], [id]]);
    await addAccount(ana, 'xmpp');
    expect(await idsOf(ben)).toEqual([id]);
    const account = await addAccount(ben);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[], [id]]);
    await app.app.database.db.execute(sql`
      update social_accounts set sub_account_id = ${ana.subAccountId} where id = ${account}`);
    expect([await idsOf(ana), await idsOf(ben)]).toEqual([[id], []]);
  });

  it('disappears for all sub-accounts once its link is deleted', async () => {
    const at = await link(null);
    const id = await leave(at);
    await app.call(linksApi.deleteSplitLinks, { body: { ids: [at.id] } }, owner.token);
    expect([await idsOf(ana), await countOf(ana), (await page()).list]).toEqual([[], 0, []]);
    await expect(claim(ana, id)).rejects.toMatchObject({ error: 'prospective-fan.not-found' });
    const rows = () =>
      app.app.database.db.execute(
        sql`select 1 from split_contacts where workspace_id = ${owner.workspaceId}`,
      );
    await expect.poll(async () => (await rows()).rowCount).toBe(0);
  });
});

describe('an agent', () => {
  let at: linksApi.SplitLink;
  beforeEach(async () => {
    at = await link(await addAccount(ana), await addAccount(ben));
  });

  it('claims an entry before a concurrent agent, who learns the name of the holder', async () => {
    const id = await leave(at);
    const outcomes = await Promise.allSettled([claim(ana, id, 'Ana María'), claim(ben, id, 'Benito')]);
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const [won] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(lost).toHaveLength(1);
    const name = `${won?.holder?.authorName} (${won?.holder?.name})`;
    expect(lost[0]).toMatchObject({ status: 409, error: 'prospective-fan.taken' });
    expect(lost[0].answer.body.msg).toBe(`${name} has claimed this prospective fan`);
    expect(await actionsOn(id)).toEqual(['prospective-fan.claimed']);
  });

  it('repeats an act without changing or recording anything', async () => {
    const id = await leave(at);
    const first = await claim(ana, id);
    expect(first).toMatchObject({ state: 'claimed', own: true, taken: false, holder: { name: 'Ana' } });
    expect(await claim(ana, id)).toEqual(first);
    const done = await finish(ana, id);
    expect(await finish(ana, id)).toEqual(done);
    expect((await seen(ben)).list).toMatchObject([{ state: 'done', own: false, taken: true }]);
    expect(await reopen(ana, id)).toMatchObject({ state: 'open', holder: null });
    await reopen(ana, id);
    expect(await actionsOn(id)).toEqual([
      'prospective-fan.reopened',
      'prospective-fan.done',
      'prospective-fan.claimed',
    ]);
    expect([await countOf(ana), await countOf(ben)]).toEqual([1, 1]);
  });

  it('names the conversation that the entry became, which no other desk sees', async () => {
    const site = await app.addWebchat(owner, ana.subAccountId);
    await app.visitorSays(await app.startVisitor(site), 'Hola');
    const { list } = await until('the conversation', async () => {
      const found = await app.call(deskConversations, { query: { socialAccountId: site } }, ana.token);
      return found.list.length > 0 ? found : undefined;
    });
    const conversationId = list[0]?.id ?? '';
    const id = await leave(at);
    await expect(finish(ben, id, conversationId)).rejects.toMatchObject({ error: 'conversation.not-found' });
    expect((await finish(ana, id, conversationId)).conversation).toMatchObject({ id: conversationId });
    expect((await seen(ben)).list[0]?.conversation).toBeNull();
    expect((await page()).list[0]?.conversation).toMatchObject({ id: conversationId });
  });

  it('changes a note only if it is unchanged since it was read, and logs no copy', async () => {
    const id = await leave(at);
    const note = (agent: TestAgent, text: string, before: string) =>
      app.call(
        api.noteProspectiveFan,
        { params: { prospectiveFanId: id }, body: { note: text, before } },
        agent.token,
      );
    await note(ana, 'After six', '');
    await note(ana, 'After six', '');
    await expect(note(ben, 'Before six', '')).rejects.toMatchObject({ error: 'resource.stale' });
    expect(await note(ben, 'After seven', 'After six')).toMatchObject({ note: 'After seven' });
    const { list } = await app.call(auditLogPage, { query: { object: id } }, owner.token);
    expect(list.map(({ details }) => details)).toEqual([{ note: 'replaced' }, { note: 'added' }]);
  });

  it('takes over from a sub-account that has lost the link’s account, or is deleted', async () => {
    const [moved, deleted] = [await leave(at), await leave(at)];
    for (const id of [moved, deleted]) await claim(ben, id);
    await expect(claim(ana, moved)).rejects.toMatchObject({ error: 'prospective-fan.taken' });
    const bens = at.targets[1]?.socialAccountId ?? null;
    await app.app.database.db.execute(sql`
      update social_accounts set sub_account_id = ${ana.subAccountId} where id = ${bens}`);
    expect(await claim(ana, moved)).toMatchObject({ own: true });
    const body = { ids: [ben.subAccountId] };
    await app.call(deleteSubAccounts, { body }, owner.token);
    await expect
      .poll(async () => (await seen(ana, { state: 'open' })).list)
      .toMatchObject([{ id: deleted, holder: null }]);
  });

  it('reads all in pages, and filters by state, link and words', async () => {
    const other = await link(await addAccount(ana));
    const ids: string[] = [];
    for (const [n, place] of [at, other, at, other, at].entries())
      ids.unshift(await leave(place, { name: `No ${n}`, message: n === 3 ? '100% sure' : '' }));
    const first = await seen(ana, { pageSize: 3 });
    const cursor = first.nextCursor ?? '';
    const second = await seen(ana, { pageSize: 3, cursor });
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(await idsOf(ana, { splitLinkId: other.id })).toEqual([ids[1], ids[3]]);
    expect(await idsOf(ana, { search: '100%' })).toEqual([ids[1]]);
    expect(await idsOf(ana, { search: 'no 2' })).toEqual([ids[2]]);
    await finish(ana, ids[4] ?? '');
    expect(await idsOf(ana, { state: 'done' })).toEqual([ids[4]]);
    expect([await countOf(ana), await countOf(ben)]).toEqual([4, 2]);
  });
});

describe('the owner', () => {
  it('filters and sorts those of all links, and exports them', async () => {
    const at = await link(await addAccount(ana));
    const other = await link(null);
    const [one, two, three] = [await leave(at), await leave(other), await leave(at)];
    await claim(ana, one);
    const ids = async (query: Record<string, string | number>) =>
      (await page(query)).list.map(({ id }) => id);
    expect(await ids({})).toEqual([three, two, one]);
    expect(await ids({ sort: 'createdAt.asc' })).toEqual([one, two, three]);
    expect(await ids({ sort: 'since.desc' })).toEqual([one, three, two]);
    expect(await ids({ state: 'claimed' })).toEqual([one]);
    expect(await ids({ subAccountId: ana.subAccountId })).toEqual([one]);
    expect(await ids({ splitLinkId: other.id })).toEqual([two]);
    expect(await ids({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
    for (const sort of ['since.asc', 'since.desc', 'createdAt.desc']) {
      const first = await page({ sort, pageSize: 2 });
      const rest = await page({ sort, pageSize: 2, cursor: first.nextCursor ?? '' });
      expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(await ids({ sort }));
    }
    const { status, headers } = await app.send(
      api.exportProspectiveFans,
      { query: { state: 'open' } },
      owner.token,
    );
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')]);
  });

  it('sets states despite any claim, and deletes: all or none', async () => {
    const at = await link(await addAccount(ana));
    const [one, two] = [await leave(at), await leave(at)];
    await claim(ana, one);
    const set = (ids: string[], state: 'open' | 'done' | 'given-up', reason = '') =>
      app.call(api.setProspectiveFanState, { body: { ids, state, reason } }, owner.token);
    await expect(set([one, newId()], 'done')).rejects.toMatchObject({ error: 'prospective-fan.not-found' });
    expect((await page({ state: 'done' })).list).toEqual([]);
    expect(await set([one, two], 'given-up', 'Season is over')).toEqual({ changed: 2 });
    expect(await set([one, two], 'given-up', 'Again')).toEqual({ changed: 0 });
    expect((await page()).list).toMatchObject([
      { id: two, reason: 'Season is over', holder: null },
      { id: one, reason: 'Season is over', holder: { name: 'Ana' } },
    ]);
    await set([one], 'open');
    expect((await page({ state: 'open' })).list).toMatchObject([{ id: one, holder: null, reason: '' }]);
    const stranger = await app.registerOwner({ characters: 0 });
    const gone = (ids: string[], token: string) =>
      app.call(api.deleteProspectiveFans, { body: { ids } }, token);
    await expect(gone([one], stranger.token)).rejects.toMatchObject({ error: 'prospective-fan.not-found' });
    expect(await gone([one, two], owner.token)).toEqual({ changed: 2 });
    expect((await page()).list).toEqual([]);
    expect((await actionsOn(one))[0]).toBe('prospective-fan.deleted');
  });
});
