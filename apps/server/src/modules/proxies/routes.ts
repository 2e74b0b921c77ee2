import * as proxiesApi from '@parley/contract/proxies';
import type { Handle } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { withRequestSignal } from '../../base/http/with-request-signal.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { presentOutcome, presentProxy } from './presenter.ts';
import { importLines } from './proxy-import.ts';
import { readBatch, readOne, readPage } from './queries.ts';
import { createProxy, deleteProxies, type ProxiesDeps, testProxy, tryProxy, updateProxy } from './service.ts';
import { proxySheet } from './spreadsheets.ts';

export function registerRoutes(mount: Mount, deps: ProxiesDeps): void {
  mountReads(mount, deps);
  mountChanges(mount, deps);
}

function mountReads(mount: Mount, deps: ProxiesDeps): void {
  const { database } = deps;
  mount(proxiesApi.proxyPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: list.map(presentProxy), total };
  });

  mount(proxiesApi.getProxy, ({ caller, query }) => presentOne(database, caller.workspaceId, query.proxyId));

  mount(proxiesApi.exportProxies, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'proxies',
      sheet: proxySheet,
      async read(place) {
        const { list, nextCursor } = await readBatch(database, caller.workspaceId, { ...query, ...place });
        return { list: list.map(presentProxy), nextCursor };
      },
    });
  });
}

function mountChanges(mount: Mount, deps: ProxiesDeps): void {
  const { database } = deps;
  mount(proxiesApi.createProxy, async ({ caller: { workspaceId }, body, language, origin }) =>
    presentOne(database, workspaceId, await createProxy(deps, workspaceId, body, language, origin)),
  );

  mount(proxiesApi.updateProxy, async ({ caller: { workspaceId }, body, language, origin }) => {
    await updateProxy(deps, workspaceId, body, language, origin);
    return presentOne(database, workspaceId, body.proxyId);
  });

  mount(proxiesApi.deleteProxies, async ({ caller, body, origin }) => ({
    changed: await deleteProxies(database, caller.workspaceId, body.ids, origin),
  }));

  mount(proxiesApi.testProxy, async ({ caller: { workspaceId }, body }) => {
    await testProxy(deps, workspaceId, body.proxyId);
    return presentOne(database, workspaceId, body.proxyId);
  });

  mount(proxiesApi.tryProxy, async ({ caller, body, language, request }) =>
    presentOutcome(
      await withRequestSignal(request, (signal) =>
        tryProxy(deps, caller.workspaceId, body, { language, signal }),
      ),
    ),
  );

  mount(proxiesApi.importProxies, ({ caller, body, language, origin }) =>
    importLines(deps, caller.workspaceId, body, language, origin),
  );
}

async function presentOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<proxiesApi.StoredProxy> {
  return presentProxy(assertFound(await readOne(handle, workspaceId, id), 'proxy.not-found'));
}
