import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId, type TenantId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { splitDomains } from '../../schema/split-links/domains.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { stillClock } from '../../testing/test-clock.ts';
import { readOne, readPage, type TenantItem } from './queries.ts';
import { createTenant, createTenants, deleteTenant, type Tenants, updateTenant } from './service.ts';

const clock = stillClock();
let place: TestDatabase;
let database: Database;
let tenants: Tenants;
let ended: unknown[][] = [];
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 8);
  tenants = createTenants({ database, clock });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

const deps = () => ({
  database,
  tenants,
  realtime: { endWorkspace: (...given: unknown[]) => void ended.push(given) },
});
type Form = Parameters<typeof createTenant>[1];
const form = (own: Partial<Form> = {}): Form => ({
  name: 'Acme',
  hosts: [],
  brandName: 'Acme Chat',
  logoFileId: null,
  enabled: true,
  registrationOpen: true,
  ...own,
});
const make = (own: Partial<Form> = {}) => createTenant(deps(), form(own), systemOrigin);
const change = ({ id, version }: Pick<TenantItem, 'id' | 'version'>, own: Partial<Form> = {}) =>
  updateTenant(deps(), id, { ...form(own), version }, systemOrigin);
const remove = ({ id }: TenantItem) => deleteTenant(deps(), id, systemOrigin);
const newHost = () => `${randomUUID()}.example`;
const missing = { error: 'resource.not-found' };
/** An id that no tenant has. */
const unknownId = () => newId() as TenantId; // the brand exists only in the type system
async function addWorkspace({ id: tenantId }: TenantItem) {
  const id = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id, tenantId });
  return id;
}

describe('updateTenant', () => {
  it('refuses an older version and an unknown tenant', async () => {
    const made = await make();
    expect(await change(made, { name: 'Other' })).toMatchObject({ name: 'Other', version: 2 });
    await expect(change(made)).rejects.toMatchObject({ error: 'resource.stale' });
    await expect(change({ ...made, id: unknownId() })).rejects.toMatchObject(missing);
  });

  it('ends the workspaces of a disabled tenant, and of no other', async () => {
    const [one, other] = [await make(), await make()];
    const workspaceId = await addWorkspace(one);
    await addWorkspace(other);
    ended = [];
    const disabled = await change(one, { enabled: false });
    expect(ended).toEqual([[workspaceId, 'tenant-disabled']]);
    await change(disabled, { enabled: true });
    expect(ended).toHaveLength(1);
  });

  it('refuses a logo that is no complete file, as does createTenant', async () => {
    await expect(make({ logoFileId: randomUUID() })).rejects.toMatchObject(missing);
    await expect(change(await make(), { logoFileId: randomUUID() })).rejects.toMatchObject(missing);
  });
});

describe('a host', () => {
  it('belongs to only one tenant, also when two are created concurrently', async () => {
    const host = newHost();
    const taken = { error: 'tenant.host-taken' };
    const outcomes = await Promise.allSettled([make({ hosts: [host] }), make({ hosts: [host] })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(make({ hosts: [newHost(), host] })).rejects.toMatchObject(taken);
    const other = await make();
    await expect(change(other, { hosts: [host] })).rejects.toMatchObject(taken);
    const { list } = await readPage(database, { pageNo: 1, pageSize: 100, sort: 'createdAt.asc' });
    expect(list.filter((one) => one.hosts.includes(host))).toHaveLength(1);
    expect(await readOne(database, other.id)).toEqual(other);
  });
});

describe('a host that a user has added as a link domain', () => {
  async function addLinkDomain(state: 'pending' | 'verified') {
    const [domain, workspaceId] = [newHost(), await addWorkspace(await make())];
    const row = { workspaceId, id: newId(), domain, proof: '', state, createdAt: new Date() };
    await database.db.insert(splitDomains).values(row);
    return domain;
  }

  it('refuses to become a tenant’s once it is verified, because it then serves split links only', async () => {
    const host = await addLinkDomain('verified');
    const refused = { error: 'tenant.host-is-link-domain' };
    await expect(make({ hosts: [newHost(), host] })).rejects.toMatchObject(refused);
    const made = await make();
    await expect(change(made, { hosts: [host] })).rejects.toMatchObject(refused);
    expect(await readOne(database, made.id)).toEqual(made);
  });

  it('becomes a tenant’s while it is unverified', async () => {
    const host = await addLinkDomain('pending');
    expect(await make({ hosts: [host] })).toMatchObject({ hosts: [host] });
  });
});

describe('readPage', () => {
  it('sorts tenants by name, regardless of case, and by age', async () => {
    const made = [(await make({ name: 'zeta sorted' })).id, (await make({ name: 'Eta sorted' })).id];
    const sorted = async (sort: Parameters<typeof readPage>[1]['sort']) => {
      const { list } = await readPage(database, { pageNo: 1, pageSize: 100, sort });
      return list.map(({ id }) => id).filter((id) => made.includes(id));
    };
    expect(await sorted('createdAt.asc')).toEqual(made);
    expect(await sorted('createdAt.desc')).toEqual(made.toReversed());
    expect(await sorted('name.asc')).toEqual(made.toReversed());
    expect(await sorted('name.desc')).toEqual(made);
  });
});

describe('deleteTenant', () => {
  it('deletes only a tenant without users', async () => {
    const [empty, used] = [await make(), await make()];
    await addWorkspace(used);
    await remove(empty);
    await expect(remove(empty)).rejects.toMatchObject(missing);
    await expect(remove(used)).rejects.toMatchObject({ error: 'tenant.in-use' });
    expect(await readOne(database, used.id)).toMatchObject({ workspaces: 1 });
  });
});

describe('createTenants', () => {
  it('notices another process’s change within three seconds, and its own at once', async () => {
    const another = createTenants({ database, clock });
    const resolve = (of: Tenants, header: string) => of.resolve({ header, host: 'elsewhere.example' });
    for (const one of [tenants, another]) expect(await resolve(one, unknownId())).toBeNull();
    const { id } = await make();
    expect(await resolve(tenants, id)).toEqual({ id, enabled: true });
    expect(await resolve(another, id)).toBeNull();
    clock.advance(3_000);
    expect(await resolve(another, id)).toEqual({ id, enabled: true });
  });
});
