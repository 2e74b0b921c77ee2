import * as auditApi from '@parley/contract/audit';
import * as api from '@parley/contract/split-domains';
import * as linksApi from '@parley/contract/split-links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { createNetwork } from '../../../base/network.ts';
import { type RealDns, startRealDns } from '../../../base/testing/real-dns.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Refused } from '../../../testing/test-client.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { recheckDomain } from './service.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const day = 24 * 60 * 60 * 1000;

let dns: RealDns;
let app: TestApp;
/** Files on the domains' web servers, by URL. */
const files = new Map<string, string>();
const network = {
  ...createNetwork({ inward: true }),
  fetch: async (url: string) => {
    const text = files.get(url);
    if (text === undefined) throw new TypeError('fetch failed');
    return new Response(text, { status: text === '' ? 404 : 200 });
  },
};

beforeAll(async () => {
  dns = await startRealDns();
  app = await startTestApp({ network, config: { TRUST_PROXY: '127.0.0.1', DNS_SERVERS: dns.server } });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

let owner: TestOwner;
/** Used by this test only. */
let domain: string;
let made = 0;
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  made += 1;
  domain = `go${made}.shop.example`;
  files.clear();
});

const add = ({ token } = owner, name = domain) =>
  app.call(api.addSplitDomain, { body: { domain: name } }, token);
const verify = ({ id }: { id: string }, { token } = owner) =>
  app.call(api.verifySplitDomain, { body: { splitDomainId: id } }, token);
const list = async ({ token } = owner) => (await app.call(api.splitDomainList, {}, token)).list;

/** Publishes only these domains' proofs in DNS. */
const publish = (...domains: readonly { recordName: string; proof: string }[]) =>
  dns.set(Object.fromEntries(domains.map(({ recordName, proof }) => [recordName, proof])));

const createLink = ({ token } = owner, domainId: string | null = null) => {
  const form = { name: 'Spring', platform: 'telegram', eligibility: 'full', mode: 'sequential' } as const;
  const rest = {
    domainId,
    bindsAddress: false,
    tracksFans: false,
    defaultUrl: null,
    pageText: '',
    remark: '',
  };
  const targets = [{ url: 'https://t.me/ana' }];
  return app.call(linksApi.createSplitLink, { body: { ...form, ...rest, expiresAt: null, targets } }, token);
};

/** A request passed on by a reverse proxy. */
const ask = (path: string, host: string, init: RequestInit = {}) =>
  fetch(`${app.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'user-agent': browser, 'x-forwarded-host': host, ...init.headers },
  });
const sentTo = async (code: string, host: string) => (await ask(`/s/${code}`, host)).headers.get('location');

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: Refused) => error.error,
  );

describe('a link domain', () => {
  it('serves the split links of its owner once its record exists, and nothing else', async () => {
    const added = await add();
    expect(added).toMatchObject({ state: 'pending', checkedAt: null, recordName: `_parley.${domain}` });
    expect(await verify(added)).toMatchObject({ state: 'pending', problem: 'no-record' });
    await publish(added);
    expect(await verify(added)).toMatchObject({ state: 'verified', problem: null });

    const [own, foreign] = [await createLink(), await createLink(await app.registerOwner({ characters: 0 }))];
    expect(await sentTo(own.code, domain)).toBe('https://t.me/ana');
    expect(await sentTo(own.code, `${domain.toUpperCase()}:443`)).toBe('https://t.me/ana');
    const refused = await ask(`/s/${foreign.code}`, domain);
    expect([refused.status, refused.headers.get('location')]).toEqual([404, null]);
    expect(await sentTo(foreign.code, 'chat.example')).toBe('https://t.me/ana');

    const others = ['/', '/api/user/auditLog/page', '/assets/index.js', '/s'];
    const statuses = await Promise.all(others.map(async (path) => (await ask(path, domain)).status));
    expect(statuses).toEqual([404, 404, 404, 404]);
    const contact = {
      method: 'POST',
      body: 'contact=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await ask(`/s/${foreign.code}`, domain, contact)).status).toBe(404);
  });

  it.each([
    ['https', '\n'],
    ['http', '\r\n'],
  ])('takes a file at %s as its proof', async (scheme, end) => {
    const added = await add();
    const path = new URL(added.fileUrl).pathname;
    files.set(`${scheme}://${domain}${path}`, 'parley-verification=another');
    expect(await verify(added)).toMatchObject({ state: 'pending', problem: 'other-value' });
    files.set(`${scheme}://${domain}${path}`, `# proofs${end}${added.proof}${end}`);
    expect(await verify(added)).toMatchObject({ state: 'verified' });
  });

  it('moves to another workspace once the proof of the first one is gone', async () => {
    const first = await add();
    const other = await app.registerOwner({ characters: 0 });
    const second = await add(other);
    await publish(first);
    await verify(first);
    expect(await refusal(verify(first, other))).toBe('split-domain.not-found');
    files.set(second.fileUrl, second.proof);
    expect(await refusal(verify(second, other))).toBe('split-domain.claimed');
    await publish(second);
    expect(await verify(second, other)).toMatchObject({ state: 'verified' });
    expect(await list()).toMatchObject([{ state: 'lost', problem: 'other-value' }]);
    const { list: entries } = await app.call(auditApi.auditLogPage, { query: {} }, owner.token);
    expect(entries).toContainEqual(expect.objectContaining({ action: 'split-domain.lost' }));
  });

  it('stays with its workspace during a DNS outage', async () => {
    const first = await add();
    await publish(first);
    await verify(first);
    const other = await app.registerOwner({ characters: 0 });
    const second = await add(other);
    files.set(second.fileUrl, second.proof);
    await dns.close();
    expect(await refusal(verify(second, other))).toBe('split-domain.claimed');
    expect(await list()).toMatchObject([{ state: 'verified' }]);
    await publish();
    expect(await verify(second, other)).toMatchObject({ state: 'verified' });
  });

  it('stays verified while it points here, where the owner’s file can’t exist any more', async () => {
    const added = await add();
    files.set(added.fileUrl, added.proof);
    await verify(added);
    files.set(added.fileUrl, await (await ask(new URL(added.fileUrl).pathname, domain)).text());
    await recheckDomain(
      { ...app.app.services, network, dnsServers: [dns.server] },
      { workspaceId: owner.workspaceId, id: added.id },
    );
    expect(await list()).toMatchObject([{ state: 'verified', problem: null }]);
    const other = await app.registerOwner({ characters: 0 });
    const theirs = await add(other);
    expect(await verify(theirs, other)).toMatchObject({ state: 'pending', problem: 'no-record' });
    await publish(theirs);
    expect(await verify(theirs, other)).toMatchObject({ state: 'verified' });
  });

  it('expires when its proof has been missing for a week, and can be proved again', async () => {
    const added = await add();
    await publish(added);
    await verify(added);
    const deps = { ...app.app.services, network, dnsServers: [dns.server] };
    const key = { workspaceId: owner.workspaceId, id: added.id };
    await publish();
    await recheckDomain(deps, key);
    expect(await list()).toMatchObject([{ state: 'verified', problem: 'no-record' }]);
    await recheckDomain({ ...deps, clock: { ...systemClock, now: () => Date.now() + 8 * day } }, key);
    expect(await list()).toMatchObject([{ state: 'lost' }]);
    await publish(added);
    expect(await verify(added)).toMatchObject({ state: 'verified', problem: null });
  });

  it('appears in the links that choose it while it is verified', async () => {
    const added = await add();
    expect(await refusal(createLink(owner, added.id))).toBe('split-domain.not-verified');
    await publish(added);
    await verify(added);
    const stranger = await app.registerOwner({ characters: 0 });
    expect(await refusal(createLink(stranger, added.id))).toBe('resource.not-found');
    const { id, code, url } = await createLink(owner, added.id);
    expect(url).toBe(`http://${domain}/s/${code}`);
    expect(await list()).toMatchObject([{ links: 1 }]);
    await app.call(api.removeSplitDomain, { body: { splitDomainId: added.id } }, owner.token);
    const link = await app.call(linksApi.getSplitLink, { query: { splitLinkId: id } }, owner.token);
    expect(link).toMatchObject({ url: `${app.url}/s/${code}`, domainId: null, domain: null });
  });

  it('serves the installation again once it is removed', async () => {
    const added = await add();
    await publish(added);
    await verify(added);
    expect((await ask('/api/user/auditLog/page', domain)).status).toBe(404);
    await app.call(api.removeSplitDomain, { body: { splitDomainId: added.id } }, owner.token);
    expect((await ask('/api/user/auditLog/page', domain)).status).toBe(401);
    expect(await list()).toEqual([]);
  });
});

describe('a name', () => {
  it('refuses the installation’s own, and one that the workspace has', async () => {
    const headers = { 'x-forwarded-host': domain };
    const own = await app.send(api.addSplitDomain, { body: { domain } }, owner.token, headers);
    expect(own.body.data).toMatchObject({ error: 'split-domain.reserved' });
    await add();
    expect(await refusal(add())).toBe('split-domain.exists');
  });

  it('refuses more than a workspace may have', async () => {
    for (let n = 0; n < api.mostSplitDomains; n += 1) await add(owner, `n${n}.${domain}`);
    expect(await refusal(add())).toBe('split-domain.too-many');
  });

  it.each(['localhost', '192.0.2.1', 'a b.example', 'https://go.example', 'go.example:80'])(
    'refuses %s',
    async (name) => {
      expect(await refusal(add(owner, name))).toBe('request.invalid');
    },
  );
});
