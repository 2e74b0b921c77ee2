import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { RequestedTenant, RequestTenancy } from '../../base/http/tenancy.ts';
import { newId, type TenantId, type WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { changesOf, pictureChange, record } from '../audit/index.ts';
import { keepFiles, releaseFiles } from '../files/index.ts';
import { tenantOf, workspacesOf } from '../workspaces/index.ts';
import { readAll, readOne, type TenantItem } from './queries.ts';
import * as store from './store.ts';

/** The brand of a tenant. */
export type TenantBrand = { name: string; logoFileId: string | null; registrationOpen: boolean };

export type Tenants = RequestTenancy & {
  /** Returns null for the installation's own brand, which is a system setting. */
  brandOf(tenantId: TenantId | null): Promise<TenantBrand | null>;
  /** Clears the cache, after a change by this process. */
  forget(): void;
};

/** Time for which another process's change may go unnoticed here. */
const freshMs = 3_000;
/** Cache size, enough for all workspaces that are active at once; evicted ones are read again. */
const rememberedWorkspaces = 100_000;

type Known = Awaited<ReturnType<typeof readAll>>;

/**
 * Caches tenants, because every request needs one: the list for a moment, and permanently the tenant of a workspace,
 * which never changes.
 */
export function createTenants({ database, clock }: { database: Database; clock: Clock }): Tenants {
  let known: { at: number; tenants: Promise<Known> } | null = null;
  const workspaces = new Map<WorkspaceId, TenantId | null>();

  function all(): Promise<Known> {
    if (known === null || clock.now() - known.at >= freshMs) {
      const read = { at: clock.now(), tenants: readAll(database) };
      known = read;
      // A failure is not cached.
      read.tenants.catch(() => {
        if (known === read) known = null;
      });
    }
    return known.tenants;
  }

  return {
    async resolve(asked) {
      return choose(await all(), asked);
    },
    async tenantOf(workspaceId) {
      const remembered = workspaces.get(workspaceId);
      if (remembered !== undefined) return remembered;
      const tenantId = await tenantOf(database, workspaceId);
      if (workspaces.size >= rememberedWorkspaces) workspaces.clear();
      workspaces.set(workspaceId, tenantId);
      return tenantId;
    },
    async brandOf(tenantId) {
      const tenant = (await all()).find((one) => one.id === tenantId);
      return tenant
        ? { name: tenant.brandName, logoFileId: tenant.logoFileId, registrationOpen: tenant.registrationOpen }
        : null;
    },
    forget() {
      known = null;
    },
  };
}

/**
 * Chooses a request's tenant. On a tenant's own host the header can't choose another one; elsewhere the header decides.
 */
function choose(
  tenants: Known,
  { header, host }: { header: string | undefined; host: string },
): RequestedTenant | null {
  const own = tenants.find((one) => one.hosts.includes(host));
  const named = header === undefined ? own : tenants.find((one) => one.id === header);
  if (header !== undefined && (named === undefined || (own !== undefined && own !== named))) return null;
  return named === undefined ? { id: null, enabled: true } : { id: named.id, enabled: named.enabled };
}

type Form = store.TenantValues & { hosts: string[] };
type Deps = {
  database: Database;
  tenants: Pick<Tenants, 'forget'>;
  realtime: Pick<RealtimeServer, 'endWorkspace'>;
};

/**
 * Creates a tenant. Throws `tenant.host-taken`, `tenant.host-is-link-domain`, and `resource.not-found` when the logo isn't a
 * complete file for this purpose.
 */
export async function createTenant(
  deps: Deps,
  { hosts, ...values }: Form,
  origin: RequestOrigin,
): Promise<TenantItem> {
  const id = newId() as TenantId; // the one place where a tenant's id comes into being
  return changing(deps, async (tx) => {
    await store.insertTenant(tx, id, values);
    await changeLogo(tx, null, values.logoFileId);
    await setHosts(tx, id, hosts);
    await record(tx, origin, { action: 'tenant.created', object: { kind: 'tenant', id } });
    return assertFound(await readOne(tx, id));
  });
}

/** Updates a tenant. Throws what creating one throws, `resource.not-found` without one, and `resource.stale`. */
export async function updateTenant(
  deps: Deps,
  id: TenantId,
  { hosts, version, ...values }: Form & { version: number },
  origin: RequestOrigin,
): Promise<TenantItem> {
  return changing(deps, async (tx) => {
    const before = assertFound(await readOne(tx, id));
    if (!(await store.updateTenant(tx, id, version, values))) throw new AppError('resource.stale');
    await changeLogo(tx, before.logoFileId, values.logoFileId);
    await setHosts(tx, id, hosts);
    await record(tx, origin, {
      action: 'tenant.changed',
      object: { kind: 'tenant', id },
      details: {
        ...changesOf(shown(before), shown({ ...values, hosts })),
        ...pictureChange('logo', before.logoFileId, values.logoFileId),
      },
    });
    if (!values.enabled) {
      const workspaces = await workspacesOf(tx, id);
      tx.afterCommit(() => {
        for (const workspaceId of workspaces) deps.realtime.endWorkspace(workspaceId, 'tenant-disabled');
      });
    }
    return assertFound(await readOne(tx, id));
  });
}

async function setHosts(tx: Tx, id: TenantId, hosts: readonly string[]): Promise<void> {
  const refusal = await store.setHosts(tx, id, hosts);
  if (refusal === 'taken') throw new AppError('tenant.host-taken');
  if (refusal === 'link-domain') throw new AppError('tenant.host-is-link-domain');
}

const shown = ({ name, brandName, enabled, registrationOpen, hosts }: Form) => ({
  name,
  brandName,
  enabled,
  registrationOpen,
  hosts: [...hosts].sort(),
});

/** Deletes a tenant. Throws `resource.not-found` or `tenant.in-use`. */
export async function deleteTenant(deps: Deps, id: TenantId, origin: RequestOrigin): Promise<void> {
  await changing(deps, async (tx) => {
    if (!(await store.lockTenant(tx, id))) throw new AppError('resource.not-found');
    const { workspaces, logoFileId } = assertFound(await readOne(tx, id));
    if (workspaces > 0) throw new AppError('tenant.in-use');
    await changeLogo(tx, logoFileId, null);
    await record(tx, origin, { action: 'tenant.deleted', object: { kind: 'tenant', id } });
    await store.deleteTenant(tx, id);
  });
}

async function changeLogo(tx: Tx, before: string | null, after: string | null): Promise<void> {
  if (before === after) return;
  if (!(await keepFiles(tx, logos(after)))) throw new AppError('resource.not-found');
  await releaseFiles(tx, logos(before));
}

const logos = (id: string | null) =>
  ({ owner: null, purpose: 'brand', fileIds: id === null ? [] : [id] }) as const;

function changing<T>({ database, tenants }: Deps, work: Parameters<typeof transaction<T>>[1]): Promise<T> {
  return transaction(database, async (tx) => {
    tx.afterCommit(() => tenants.forget());
    return work(tx);
  });
}
