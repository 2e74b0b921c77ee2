/** Link domains whose proofs a real DNS server and a fake web server publish. */
import { maxSplitDomains, type SplitDomain } from '@parley/contract/split-domains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { newId, type TenantId } from '../../../base/ids.ts';
import { type RealDns, startRealDns } from '../../../base/testing/real-dns.ts';
import { tenantHosts, tenants } from '../../../schema/tenants.ts';
import type { RedirectProcess } from '../testing/redirect-process.ts';
import {
  type SplitLinksHarness,
  type SplitLinksWorld,
  startSplitLinksHarness,
} from '../testing/split-links-harness.ts';
import { servingText } from './proof.ts';
import { readDomains } from './queries.ts';
import * as service from './service.ts';

const day = 24 * 60 * 60 * 1000;

let dns: RealDns;
let harness: SplitLinksHarness;
let one: RedirectProcess;
let deps: service.DomainsDeps;
/** Files on the domains' web servers, by URL. */
const files = new Map<string, string>();
const fetch = async (url: string) => {
  const text = files.get(url);
  if (text === undefined) throw new TypeError('fetch failed');
  return new Response(text, { status: text === '' ? 404 : 200 });
};

beforeAll(async () => {
  dns = await startRealDns();
  harness = await startSplitLinksHarness();
  one = await harness.startProcess();
  harness.actIn(one);
  const dnsServers = [dns.server];
  deps = {
    database: harness.database,
    clock: systemClock,
    network: { fetch },
    dnsServers,
    redirects: one.redirects,
  };
});
afterAll(async () => {
  await one.stop();
  await harness.close();
  await dns.close();
});

let owner: SplitLinksWorld;
/** Used by this test only. */
let domain: string;
let made = 0;
beforeEach(async () => {
  owner = await harness.workspace();
  made += 1;
  domain = `go${made}.shop.example`;
  files.clear();
});

const add = ({ caller } = owner, name = domain) =>
  service.addDomain(deps, caller, { domain: name, host: 'parley.example' });
const verify = ({ id }: Pick<SplitDomain, 'id'>, { caller } = owner) =>
  service.verifyDomain(deps, caller, id);
const remove = ({ id }: SplitDomain) => service.removeDomain(deps, owner.caller, id);
const list = ({ workspaceId } = owner) => readDomains(harness.database, workspaceId);
const createLink = ({ create } = owner, domainId: string | null = null) =>
  create({ domainId, targets: [{ url: 'https://t.me/ana' }] });

/** Publishes only these domains' proofs in DNS. */
const publish = (...domains: readonly { recordName: string; proof: string }[]) =>
  dns.set(Object.fromEntries(domains.map(({ recordName, proof }) => [recordName, proof])));
const sentTo = async (code: string, host: string) => (await one.visit(code, { host })).url;

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ error }) => error,
  );

describe('a link domain', () => {
  it('serves only the split links of its owner once its record exists', async () => {
    const added = await add();
    expect(added).toMatchObject({ state: 'pending', checkedAt: null, recordName: `_parley.${domain}` });
    expect(await verify(added)).toMatchObject({ state: 'pending', problem: 'no-record' });
    await publish(added);
    expect(await verify(added)).toMatchObject({ state: 'verified', problem: null });

    const [own, foreign] = [await createLink(), await createLink(await harness.workspace())];
    expect(await sentTo(own.code, domain)).toBe('https://t.me/ana');
    expect(await one.visit(foreign.code, { host: domain })).toEqual({ url: null, link: null, preview: null });
    expect(await sentTo(foreign.code, 'chat.example')).toBe('https://t.me/ana');
    const contact = { name: '', contact: '1', message: '' };
    const leave = (host: string) =>
      one.redirects.leaveContact({ code: foreign.code, host }, contact, { address: '', language: 'en' });
    expect([await leave(domain), await leave('chat.example')]).toEqual(['unknown', 'sent']);
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

  it('stays unverified once it is a tenant’s host', async () => {
    const added = await add();
    await publish(added);
    const tenantId = newId() as TenantId; // the brand exists only in the type system
    const values = { id: tenantId, name: '', brandName: '', logoFileId: null, enabled: true };
    await harness.database.db.insert(tenants).values({ ...values, registrationOpen: true });
    await harness.database.db.insert(tenantHosts).values({ host: domain, tenantId });
    expect(await refusal(verify(added))).toBe('split-domain.reserved');
    expect(await list()).toMatchObject([{ state: 'pending' }]);
    await harness.database.db.delete(tenantHosts);
  });

  it('serves nothing at the installation’s own host, even if it was verified before the address was set', async () => {
    const added = await add();
    await publish(added);
    expect(await verify(added)).toMatchObject({ state: 'verified' });
    const restarted = await harness.startProcess({ publicUrl: `https://${domain}:8443/` });
    expect(restarted.redirects.domains.at(domain)).toBeNull();
    await restarted.stop();
  });

  it('moves to another workspace once the proof of the first one is gone', async () => {
    const first = await add();
    const other = await harness.workspace();
    const second = await add(other);
    await publish(first);
    await verify(first);
    expect(await refusal(verify(first, other))).toBe('split-domain.not-found');
    files.set(second.fileUrl, second.proof);
    expect(await refusal(verify(second, other))).toBe('split-domain.claimed');
    await publish(second);
    expect(await verify(second, other)).toMatchObject({ state: 'verified' });
    expect(await list()).toMatchObject([{ state: 'lost', problem: 'other-value' }]);
    expect(await owner.audited(first.id)).toEqual([
      'split-domain.added',
      'split-domain.verified',
      'split-domain.lost',
    ]);
  });

  it('stays with its workspace during a DNS outage', async () => {
    const first = await add();
    await publish(first);
    await verify(first);
    const other = await harness.workspace();
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
    files.set(added.fileUrl, `${servingText(added.proof)}\n`);
    await service.recheckDomain(deps, { workspaceId: owner.workspaceId, id: added.id });
    expect(await list()).toMatchObject([{ state: 'verified', problem: null }]);
    const other = await harness.workspace();
    const theirs = await add(other);
    expect(await verify(theirs, other)).toMatchObject({ state: 'pending', problem: 'no-record' });
    await publish(theirs);
    expect(await verify(theirs, other)).toMatchObject({ state: 'verified' });
  });

  it('expires when its proof has been missing for a week, and can be proved again', async () => {
    const added = await add();
    await publish(added);
    await verify(added);
    const key = { workspaceId: owner.workspaceId, id: added.id };
    await publish();
    await service.recheckDomain(deps, key);
    expect(await list()).toMatchObject([{ state: 'verified', problem: 'no-record' }]);
    await service.recheckDomain(
      { ...deps, clock: { ...systemClock, now: () => systemClock.now() + 8 * day } },
      key,
    );
    expect(await list()).toMatchObject([{ state: 'lost' }]);
    await publish(added);
    expect(await verify(added)).toMatchObject({ state: 'verified', problem: null });
  });

  it('appears in the links that choose it while it is verified', async () => {
    const added = await add();
    expect(await refusal(createLink(owner, added.id))).toBe('split-domain.not-verified');
    await publish(added);
    await verify(added);
    const stranger = await harness.workspace();
    expect(await refusal(createLink(stranger, added.id))).toBe('resource.not-found');
    const { id } = await createLink(owner, added.id);
    expect(await owner.get(id)).toMatchObject({ domainId: added.id, domain });
    expect(await list()).toMatchObject([{ links: 1 }]);
    await remove(added);
    expect(await owner.get(id)).toMatchObject({ domainId: null, domain: null });
  });

  it('serves everyone’s links again once it is removed', async () => {
    const added = await add();
    await publish(added);
    await verify(added);
    const foreign = await createLink(await harness.workspace());
    expect(await sentTo(foreign.code, domain)).toBeNull();
    await remove(added);
    expect(await sentTo(foreign.code, domain)).toBe('https://t.me/ana');
    expect(await list()).toEqual([]);
  });
});

describe('a name', () => {
  it('refuses the installation’s own or a tenant’s, and one that the workspace has', async () => {
    expect(await refusal(add(owner, 'parley.example'))).toBe('split-domain.reserved');
    const tenantId = newId() as TenantId; // made here
    await harness.database.db.insert(tenants).values({ id: tenantId, name: 'Acme', brandName: 'Acme' });
    await harness.database.db.insert(tenantHosts).values({ host: domain, tenantId });
    expect(await refusal(add())).toBe('split-domain.reserved');
    await add(owner, `other.${domain}`);
    expect(await refusal(add(owner, `other.${domain}`))).toBe('split-domain.exists');
  });

  it('refuses more than a workspace may have', async () => {
    for (let n = 0; n < maxSplitDomains; n += 1) await add(owner, `n${n}.${domain}`);
    expect(await refusal(add())).toBe('split-domain.too-many');
  });
});
