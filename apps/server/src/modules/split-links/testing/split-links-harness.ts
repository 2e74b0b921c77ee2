/** Workspaces with split links, below HTTP: social accounts are rows only, and processes have no server. */
import type { PlatformId } from '@parley/contract/catalogues';
import { type SplitLinkForm, splitLinkForm } from '@parley/contract/split-links';
import { until } from '@parley/testing';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workOrders } from '../../../schema/work-orders.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { makePartitions } from '../jobs.ts';
import { readOne, type SplitLinkWhole } from '../queries.ts';
import * as service from '../service.ts';
import { visitCounter } from '../visits/counting.ts';
import { type ProcessOptions, startProcess } from './redirect-process.ts';

type Form = z.input<typeof splitLinkForm>;
export type SplitLinksHarness = Awaited<ReturnType<typeof startSplitLinksHarness>>;
export type SplitLinksWorld = Awaited<ReturnType<SplitLinksHarness['workspace']>>;

const log = createLog('silent');

/** @param clock the time of the workspaces’ acts, and of processes that are given no other */
export async function startSplitLinksHarness(clock: Clock = systemClock) {
  const place = await testDatabase();
  const database = connectDatabase(place.url, log, 12);
  await makePartitions(database);
  /** The codes of the links that changed, which the process of the change forgets. */
  let forget: (codes: readonly string[]) => void = () => undefined;
  return {
    database,
    url: place.url,
    workspace: () =>
      openWorkspace({ database, clock, redirects: { forget: (codes: readonly string[]) => forget(codes) } }),
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
    startProcess: (options: ProcessOptions = {}) => startProcess(place.url, { clock, ...options }),
    /** Lets the workspaces’ acts be those of this process, which forgets the links that they change. */
    actIn(process: Awaited<ReturnType<typeof startProcess>>) {
      forget = process.redirects.forget;
    },
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

type Deps = { database: Database; clock: Clock; redirects: { forget(codes: readonly string[]): void } };

/** Opens a workspace with an agent, Ana. */
async function openWorkspace(deps: Deps) {
  const { database } = deps;
  const workspaceId = trustWorkspaceId(newId());
  await database.db.insert(workspaces).values({ id: workspaceId });
  const people = peopleIn(database, workspaceId);
  return {
    workspaceId,
    ana: await people.subAccount('Ana'),
    ...people,
    ...linksIn(deps, workspaceId),
  };
}

type Workspace = Parameters<typeof readOne>[1];

function peopleIn({ db }: Database, workspaceId: Workspace) {
  async function subAccount(remark: string): Promise<string> {
    const id = newId();
    await db
      .insert(subAccounts)
      .values({ workspaceId, id, accountName: id, passwordHash: 'constant', remark });
    return id;
  }

  type Given = Partial<typeof socialAccounts.$inferInsert>;
  /** Adds a social account that is online. */
  async function account(subAccountId: string, given: Given = {}): Promise<string> {
    const id = newId();
    const row = { platform: 'telegram', name: 'Shop', externalId: id, handle: '', credentials: '' } as const;
    await db
      .insert(socialAccounts)
      .values({ ...row, state: 'online', ...given, workspaceId, id, subAccountId });
    return id;
  }
  /** Opens a work order of a sub-account. */
  async function workOrder(subAccountId: string, platform: PlatformId): Promise<string> {
    const id = newId();
    const day = { timeZone: 'UTC', openDay: '2026-05-04', openSince: new Date(), nextResetAt: new Date() };
    await db.insert(workOrders).values({ workspaceId, id, name: 'Spring', platform, subAccountId, ...day });
    return id;
  }
  return { subAccount, account, workOrder };
}

/** All fields that the form demands; the targets’ names are the last parts of their addresses. */
export const plainForm = {
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: false,
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
  targets: ['ana', 'ben', 'cat'].map((name) => ({ url: `https://t.me/${name}` })),
} satisfies Omit<Form, 'name'>;

export const formOf = (changes: Partial<Form> = {}): SplitLinkForm =>
  splitLinkForm.parse({ ...plainForm, name: newId().slice(-12), ...changes });

function linksIn({ database, clock, redirects }: Deps, workspaceId: Workspace) {
  // Changes of a link need no more of a process.
  const deps = { database, clock, redirects: redirects as service.SplitLinksDeps['redirects'] };
  const actor = { kind: 'owner', id: null, workspaceId } as const;
  const caller = { workspaceId, origin: { ...systemOrigin, actor } };
  const count = visitCounter(database, log);

  async function get(id: string): Promise<SplitLinkWhole> {
    const link = await readOne(database, workspaceId, id);
    if (link === null) throw new Error('the link is gone');
    return link;
  }
  return {
    caller,
    get,
    create: (changes: Partial<Form> = {}) => service.createSplitLink(deps, caller, formOf(changes)),
    /** @param seen the link with which the form was opened */
    update: ({ id: splitLinkId, version, name }: SplitLinkWhole, changes: Partial<Form>) =>
      service.updateSplitLink(deps, caller, { ...formOf({ name, ...changes }), splitLinkId, version }),
    enable: (ids: readonly string[], enabled: boolean) =>
      service.enableSplitLinks(deps, caller, { ids, enabled }),
    remove: (ids: readonly string[]) => service.deleteSplitLinks(deps, caller, ids),
    /** Counts the visits of a link once this many are stored, and returns it. */
    counted: (id: string, visits: number) =>
      until(`${visits} visits`, async () => {
        await count();
        const link = await get(id);
        return link.visits === visits && link;
      }),
    /** Returns the recorded acts, on one object or on all, oldest first. */
    async audited(objectId?: string): Promise<string[]> {
      return (await entriesOf(objectId)).map(({ action }) => action);
    },
    /** Returns the details of each recorded act on an object, oldest first. */
    async auditedDetails(objectId: string) {
      return (await entriesOf(objectId)).map(({ details }) => details);
    },
  };

  async function entriesOf(objectId?: string) {
    const { action, details, objectId: object } = auditEntries;
    const ofObject = objectId === undefined ? [] : [eq(object, objectId)];
    return database.db
      .select({ action, details })
      .from(auditEntries)
      .where(and(eq(auditEntries.workspaceId, workspaceId), ...ofObject))
      .orderBy(auditEntries.createdAt, auditEntries.id);
  }
}
