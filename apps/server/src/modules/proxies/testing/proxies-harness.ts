/** Workspaces with sub-accounts, and the operations on their proxies, without the app. */
import { type ProxyChanges, type ProxyForm, proxyPage, type StoredProxy } from '@parley/contract/proxies';
import type { z } from 'zod';
import { systemClock } from '../../../base/clock.ts';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectDatabase } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { createNetwork } from '../../../base/network.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { presentProxy } from '../presenter.ts';
import { importLines } from '../proxy-import.ts';
import { readOne, readPage } from '../queries.ts';
import {
  createProxy,
  deleteProxies,
  type ProxiesDeps,
  testProxy,
  tryProxy,
  updateProxy,
} from '../service.ts';

export type ProxiesHarness = Awaited<ReturnType<typeof startProxiesHarness>>;
export type ProxiesWorkspace = Awaited<ReturnType<ProxiesHarness['workspace']>>;

/** @param checkUrl the service that tells a proxy's exit; left out: none that exists */
export async function startProxiesHarness(checkUrl = 'http://check.example/') {
  const place = await testDatabase();
  const log = createLog('silent');
  const database = connectDatabase(place.url, log);
  const deps: ProxiesDeps = {
    database,
    secrets: createSecretBox(['a secret for tests that is long enough to be taken']),
    network: createNetwork({ inward: true }),
    clock: systemClock,
    log,
    inward: true,
    checkUrl,
  };
  return {
    database,
    deps,
    /** Creates a workspace; `given` changes the dependencies of its operations. */
    workspace: (given: Partial<ProxiesDeps> = {}) => openWorkspace({ ...deps, ...given }),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

async function openWorkspace(deps: ProxiesDeps) {
  const workspaceId = trustWorkspaceId(newId());
  const { database } = deps;
  await database.db.insert(workspaces).values({ id: workspaceId });
  const operations = operationsIn(deps, workspaceId);
  return {
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, taken for a promise
    ...operations,
    workspaceId,
    async addSubAccount(remark = 'Agent'): Promise<string> {
      const id = newId();
      const row = { workspaceId, id, accountName: id, passwordHash: 'hash', remark };
      await database.db.insert(subAccounts).values(row);
      return id;
    },
  };
}

type TryForm = Parameters<typeof tryProxy>[2];

function operationsIn(deps: ProxiesDeps, workspaceId: ReturnType<typeof trustWorkspaceId>) {
  const { database } = deps;
  const signal = new AbortController().signal;
  /** Returns a proxy as its owner sees it; null when there is none. */
  const get = async (id: string): Promise<StoredProxy | null> => {
    const item = await readOne(database, workspaceId, id);
    return item && presentProxy(item);
  };
  const required = async (id: string): Promise<StoredProxy> => {
    const proxy = await get(id);
    if (proxy === null) throw new Error(`there is no proxy ${id}`);
    return proxy;
  };
  return {
    get,
    create: async (form: ProxyForm) =>
      required(await createProxy(deps, workspaceId, form, 'en-US', systemOrigin)),
    async update(changes: ProxyChanges): Promise<StoredProxy> {
      await updateProxy(deps, workspaceId, changes, 'en-US', systemOrigin);
      return required(changes.proxyId);
    },
    remove: (ids: readonly string[]) => deleteProxies(database, workspaceId, ids, systemOrigin),
    async test(id: string, given: Partial<ProxiesDeps> = {}): Promise<StoredProxy> {
      await testProxy({ ...deps, ...given }, workspaceId, id);
      return required(id);
    },
    attempt: (form: TryForm) => tryProxy(deps, workspaceId, form, { language: 'en-US', signal }),
    importLines: (lines: string, subAccountIds: readonly string[] | null = null) => {
      const range = subAccountIds === null ? ('all' as const) : ('some' as const);
      const given = { lines, range, subAccountIds: subAccountIds ?? [] };
      return importLines(deps, workspaceId, given, 'en-US', systemOrigin);
    },
    async page(query: z.input<(typeof proxyPage)['query']> = {}) {
      const { list, total } = await readPage(database, workspaceId, proxyPage.query.parse(query));
      return { list: list.map(presentProxy), total };
    },
  };
}
