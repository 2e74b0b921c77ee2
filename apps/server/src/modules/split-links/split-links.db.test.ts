/** Split links over HTTP: their owner’s endpoints, readers of reports, desks, link domains, and a visitor’s way to a fan. */
import { randomUUID } from 'node:crypto';
import { fanLog } from '@parley/contract/fans';
import { logOut } from '@parley/contract/identity';
import * as fansApi from '@parley/contract/prospective-fans';
import { addSplitDomain, removeSplitDomain, verifySplitDomain } from '@parley/contract/split-domains';
import * as api from '@parley/contract/split-links';
import * as reportsApi from '@parley/contract/split-reports';
import { spreadsheetMediaType } from '@parley/contract/values';
import { visitorSend } from '@parley/contract/visitor';
import { until } from '@parley/testing';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNetwork } from '../../base/network.ts';
import { type RealDns, startRealDns } from '../../base/testing/real-dns.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { addLink, leaveContact } from './prospective-fans/testing/left-contacts.ts';
import { browser } from './testing/redirect-process.ts';
import { plainForm } from './testing/split-links-harness.ts';

let dns: RealDns;
let harness: InboundHarness;
let token: string;
beforeAll(async () => {
  dns = await startRealDns();
  // No domain has a web server.
  const network = {
    ...createNetwork({ inward: true }),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  };
  harness = await startInboundHarness({
    network,
    config: { TRUST_PROXY: '127.0.0.1', DNS_SERVERS: dns.server },
  });
});
afterAll(async () => {
  await harness.close();
  await dns.close();
});
beforeEach(async () => {
  token = await harness.ownerToken();
});

const create = (changes: Parameters<typeof addLink>[2] = {}) =>
  addLink(harness, token, { ...plainForm, ...changes });
const request = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.app.url}${path}`, { redirect: 'manual', headers: { 'user-agent': browser, ...headers } });
/** Opens a link, and returns the address that it redirects to. */
const visit = async (code: string, headers: Record<string, string> = {}) =>
  (await request(`/s/${code}`, headers)).headers.get('location') ?? '';
const authorized = () => ({ authorization: `Bearer ${token}` });
async function sheetOf(answer: Response) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, spreadsheetMediaType]);
  expect(answer.headers.get('content-disposition')).toContain('.xlsx');
  return (await readWorkbook(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
}

describe('the owner', () => {
  it('creates a link at the address of the console, changes it, and reads what it stores', async () => {
    const { id: splitLinkId, code, url, version, name } = await create();
    expect(url).toBe(`${harness.app.url}/s/${code}`);
    const { list } = await harness.call(api.splitLinkPage, { query: { search: code } }, token);
    expect(list).toMatchObject([{ id: splitLinkId, url, emailAddress: harness.owner.email }]);
    const body = { ...plainForm, name, splitLinkId, version, remark: 'Leaflet' };
    await harness.call(api.updateSplitLink, { body }, token);
    const link = await harness.call(api.getSplitLink, { query: { splitLinkId } }, token);
    expect(link).toMatchObject({ url, remark: 'Leaflet', version: version + 1 });
    const again = await harness.send(api.updateSplitLink, { body }, token);
    expect([again.status, again.body.data]).toMatchObject([409, { error: 'resource.stale' }]);
  });

  it('creates many links by one request, and exports them', async () => {
    const { name: _, targets: __, ...settings } = { name: '', ...plainForm };
    const links = [{ name: 'Leaflet 1', urls: ['https://t.me/shop_ana'] }];
    const body = { ...settings, batchId: randomUUID(), links };
    const { list } = await harness.call(api.createSplitLinks, { body }, token);
    const names = { body: { names: ['LEAFLET 1', 'Leaflet 2'] } };
    expect(await harness.call(api.checkSplitLinkNames, names, token)).toMatchObject({ taken: [0] });
    const rows = await sheetOf(
      await request(`${api.exportSplitLinks.path}?batchId=${body.batchId}`, authorized()),
    );
    expect(rows[1]).toEqual(expect.arrayContaining(['Leaflet 1', list[0]?.url]));
  });

  it('reads the lines of an uploaded file, and gets 422 for a broken workbook', async () => {
    const uploads = createUploads(() => harness);
    const read = async (text: string, contentType: string) => {
      const wanted = { purpose: 'split-links', contentType, fileName: '链接' } as const;
      const fileId = await uploads.upload(token, wanted, new TextEncoder().encode(text));
      return harness.send(api.readSplitLinkFile, { body: { fileId } }, token);
    };
    const lines = ['Leaflet 1,https://t.me/ana'];
    const answer = await read(`Name,Link\n${lines[0]}`, 'text/csv');
    expect(answer.body.data).toEqual({ lines, more: false });
    expect((await read('PK\x03\x04 and nothing more', spreadsheetMediaType)).status).toBe(422);
  });

  it('previews the accounts of a sub-account', async () => {
    const sources = [{ kind: 'sub-account' as const, id: harness.agent.subAccountId }];
    const body = { platform: 'webchat' as const, sources };
    const { list } = await harness.call(api.previewSplitSources, { body }, token);
    expect(list).toMatchObject([{ name: 'Agent', accounts: [{ name: 'Shop', obstacle: 'no-link' }] }]);
  });
});

describe('a visitor’s first message', () => {
  type Account = Parameters<InboundHarness['tell']>[0]['account'];
  const conversions = async (splitLinkId: string) =>
    (await harness.call(api.splitLinkConversions, { query: { splitLinkId } }, token)).list;
  /** The token of a visit is stored a moment after the redirect. */
  const recorded = (splitLinkId: string) =>
    until('the visit', async () => {
      const { list } = await harness.call(api.splitLinkVisits, { query: { splitLinkId } }, token);
      return list.length > 0;
    });

  it('becomes a conversion on a website, which the fan’s history names', async () => {
    const targets = [{ url: 'https://shop.example/chat', socialAccountId: harness.site }];
    const { id, code, name } = await create({ platform: 'webchat', tracksFans: true, targets });
    const visitor = await harness.startVisitor(harness.site);
    const origin = new URL(await visit(code)).searchParams.get(api.visitParameter) ?? '';
    await recorded(id);
    const body = { id: randomUUID(), text: 'Hola (ref: abcdefghjkmn)', visit: origin };
    expect((await harness.call(visitorSend, { body }, visitor.token)).text).toBe(body.text);
    const [conversion, ...others] = await conversions(id);
    expect(others).toEqual([]);
    expect(conversion).toMatchObject({
      url: 'https://shop.example/chat',
      socialAccountName: 'Shop',
      verdict: 'new',
    });
    const query = { splitLinkId: id };
    expect(await harness.call(api.splitLinkAgents, { query }, token)).toMatchObject({
      list: [{ subAccountId: harness.agent.subAccountId, name: 'Agent', conversions: 1, newFans: 1 }],
    });
    const fan = { query: { fanId: conversion?.fanId ?? '' } };
    const log = await harness.call(fanLog, fan, token);
    expect(log.list.find(({ kind }) => kind === 'split-link')).toMatchObject({
      id: conversion?.id,
      splitLinkName: name,
      socialAccountName: 'Shop',
      platform: 'webchat',
      visitedAt: conversion?.visitedAt,
    });
  });

  it('loses its token before it is stored, as do its edits, and isn’t translated if it was nothing else', async () => {
    const { id, code } = await create({ tracksFans: true, targets: [{ url: 'https://t.me/shop_ana' }] });
    const text = new URL(await visit(code)).searchParams.get('text') ?? '';
    await recorded(id);
    const { workspaceId } = harness.owner;
    const { subAccountId } = harness.agent;
    const account: Account = { workspaceId, id: harness.site, platform: 'telegram', subAccountId };
    const message = harness.inbound(randomUUID(), text, { account });
    await harness.tell(message, { ...message, platformMessageId: randomUUID() });
    const { chatId, platformMessageId: target } = message;
    expect((await harness.messagesOf(chatId)).map(({ original }) => original)).toEqual(['Hello!', 'Hello!']);
    expect(await conversions(id)).toMatchObject([{ verdict: 'new' }]);
    const edit = { account, chatId, target, by: chatId, at: harness.clock.now() };
    await harness.app.services.conversations.change({ ...edit, kind: 'edited', text: `Blue! ${text}` });
    expect((await harness.messagesOf(chatId))[0]?.original).toBe('Blue! Hello!');
    const reference = /\(ref: \w+\)/.exec(text)?.[0] ?? '';
    await harness.tell(harness.inbound('alone', reference, { account }));
    expect(await harness.messagesOf('alone')).toMatchObject([
      { original: reference, translation_state: 'none' },
    ]);
  });
});

describe('a report', () => {
  const tokenOf = (path: string | undefined) =>
    new URL(path ?? '', 'http://host').searchParams.get(reportsApi.shareParameter) ?? '';
  const read = (shared: string) => harness.call(reportsApi.readSplitReport, { query: { token: shared } });

  it('shows and exports its figures and visitors to holders of its link, until that is withdrawn', async () => {
    const { id: splitLinkId, code, name } = await create();
    await visit(code, { 'x-forwarded-for': '81.169.145.78' });
    const { share } = await harness.call(
      reportsApi.createSplitReportShare,
      { body: { splitLinkId, validDays: null } },
      token,
    );
    const shared = tokenOf(share?.path);
    await harness.call(reportsApi.openSharedSplitReport, { body: { token: shared } });
    await expect
      .poll(async () => (await read(shared)).total, { timeout: 10_000 })
      .toMatchObject({ visits: 1 });
    expect(await read(shared)).toMatchObject({ name, knowsCountries: true, countries: [{ name: 'DE' }] });
    const query = { token: shared, days: '30' } as const;
    const { list } = await harness.call(reportsApi.splitReportVisitors, { query });
    expect(list).toMatchObject([{ address: '81.169.145.78', country: 'DE', visits: 1 }]);
    const visitors = await sheetOf(await request(`${reportsApi.exportSplitReport.path}?token=${shared}`));
    expect(visitors[1]).toContain('81.169.145.78');
    const [head, total] = await sheetOf(
      await request(`${reportsApi.exportSplitReportFigures.path}?token=${shared}`),
    );
    expect(head).toContain('访问量');
    expect(total).toEqual(expect.arrayContaining(['总计', 1]));
    await harness.call(reportsApi.cancelSplitReportShare, { body: { splitLinkId } }, token);
    const gone = await harness.send(reportsApi.openSharedSplitReport, { body: { token: shared } });
    expect([gone.status, gone.body.data]).toMatchObject([410, { error: 'split-report.cancelled' }]);
  });

  it('opens for its owner, as long as the login session is open', async () => {
    const body = { splitLinkId: (await create()).id };
    const pass = tokenOf((await harness.call(reportsApi.openSplitReport, { body }, token)).path);
    expect((await read(pass)).total.visits).toBe(0);
    await harness.call(logOut, {}, token);
    await expect(read(pass)).rejects.toMatchObject({ error: 'split-report.expired' });
  });

  it('stores addresses as its owner chooses', async () => {
    await harness.call(reportsApi.updateSplitLinkSettings, { body: { addresses: 'truncated' } }, token);
    const settings = await harness.call(reportsApi.getSplitLinkSettings, {}, token);
    expect(settings).toEqual({ addresses: 'truncated', knows: 'countries' });
  });
});

describe('a prospective fan', () => {
  it('reaches desk and console at once, is claimed by one agent, and exported', async () => {
    const ben = await harness.createSubAccount({ token }, { remark: 'Ben' });
    const link = await create({ platform: 'line', targets: [{ url: 'https://line.me/R/ti/p/@shop' }] });
    const ana = await harness.deskToken();
    const sockets = await Promise.all([ana, ben.token, token].map((of) => connectSocket(harness.url, of)));
    const id = await leaveContact(harness, token, link, { name: 'Lucía' });
    await until('the desks and the console to be notified', () =>
      sockets.every(({ heard }) => heard.some(([name]) => name === 'prospectiveFans')),
    );
    for (const { socket } of sockets) socket.disconnect();
    const { list } = await harness.call(fansApi.deskProspectiveFans, { query: {} }, ana);
    expect(list).toMatchObject([{ id, name: 'Lucía', language: 'es', state: 'open' }]);
    const request = { params: { prospectiveFanId: id }, body: { authorName: 'Ana María' } };
    await harness.call(fansApi.claimProspectiveFan, request, ana);
    const second = await harness.send(fansApi.claimProspectiveFan, request, ben.token);
    expect(second.status).toBe(409);
    expect(second.body.msg).toBe('Ana María (Agent) has claimed this prospective fan');
    const query = { state: 'open' } as const;
    const exported = await harness.send(fansApi.exportProspectiveFans, { query }, token);
    expect(exported.headers.get('content-disposition')).toContain('.xlsx');
  });
});

describe('a link domain', () => {
  it('serves split links and its proof, and nothing else until it is removed', async () => {
    const domain = 'go.shop.example';
    const at = { 'x-forwarded-host': domain };
    const reserved = await harness.send(addSplitDomain, { body: { domain } }, token, at);
    expect(reserved.body.data).toMatchObject({ error: 'split-domain.reserved' });
    const added = await harness.call(addSplitDomain, { body: { domain } }, token);
    const body = { splitDomainId: added.id };
    await dns.set({ [added.recordName]: added.proof });
    expect(await harness.call(verifySplitDomain, { body }, token)).toMatchObject({ state: 'verified' });
    const {
      id: splitLinkId,
      code,
      url,
    } = await create({
      domainId: added.id,
      targets: [{ url: 'https://t.me/ana' }],
    });
    expect(url).toBe(`http://${domain}/s/${code}`);
    for (const host of [domain, `${domain.toUpperCase()}:443`])
      expect(await visit(code, { 'x-forwarded-host': host })).toBe('https://t.me/ana');
    const proof = await request(new URL(added.fileUrl).pathname, at);
    expect([proof.status, await proof.text()]).toEqual([
      200,
      `${added.proof.replace('parley-verification=', 'parley-serving=')}\n`,
    ]);
    const paths = ['/', '/api/user/auditLog/page', '/assets/index.js', '/s', '/s/zzzzzzzz'];
    const statuses = () => Promise.all(paths.map(async (path) => (await request(path, at)).status));
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
    await harness.call(removeSplitDomain, { body }, token);
    expect((await statuses())[1]).toBe(401);
    const link = await harness.call(api.getSplitLink, { query: { splitLinkId } }, token);
    expect(link).toMatchObject({ url: `${harness.app.url}/s/${code}`, domainId: null, domain: null });
  });
});
