import { Readable } from 'node:stream';
import * as librariesApi from '@parley/contract/dedupe-libraries';
import type { Handle } from '../../../../base/db/database.ts';
import { assertFound } from '../../../../base/http/app-error.ts';
import type { Mount } from '../../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { FilesDeps } from '../../../files/index.ts';
import { presentImport } from './presenter.ts';
import { readFaults, readImport, readImports } from './queries.ts';
import { cancelImport, faultsCsv, preview, startImport } from './service.ts';

export type ImportRoutesDeps = FilesDeps;

export function registerImportRoutes(mount: Mount, deps: ImportRoutesDeps): void {
  const { database } = deps;

  mount(librariesApi.previewDedupeImport, ({ caller, body }) => preview(deps, caller.workspaceId, body));

  mount(librariesApi.startDedupeImport, async ({ caller: { workspaceId }, body, origin }) =>
    presentOne(database, workspaceId, await startImport(deps, workspaceId, body, origin)),
  );

  mount(librariesApi.dedupeImportPage, async ({ caller, query }) => {
    const { list, total } = await readImports(database, caller.workspaceId, query);
    return { list: list.map(presentImport), total };
  });

  mount(librariesApi.getDedupeImport, ({ caller, query }) =>
    presentOne(database, caller.workspaceId, query.importId),
  );

  mount(librariesApi.cancelDedupeImport, async ({ caller: { workspaceId }, body, origin }) => {
    await cancelImport(deps, workspaceId, body.importId, origin);
    return presentOne(database, workspaceId, body.importId);
  });

  mount(librariesApi.dedupeFaultPage, async ({ caller: { workspaceId }, query }) => {
    assertFound(await readImport(database, workspaceId, query.importId), 'dedupe-import.not-found');
    return readFaults(database, workspaceId, query);
  });

  mount(librariesApi.exportDedupeFaults, async ({ caller: { workspaceId }, query: { importId } }) => {
    const item = assertFound(await readImport(database, workspaceId, importId), 'dedupe-import.not-found');
    const pageSize = librariesApi.keptFaultLimit;
    const { list } = await readFaults(database, workspaceId, { importId, pageNo: 1, pageSize });
    const name = item.fileName.replace(/\.[^.]*$/, '');
    return { fileName: `${name}-errors.csv`, body: Readable.from([faultsCsv(list)]) };
  });
}

async function presentOne(handle: Handle, workspaceId: WorkspaceId, id: string) {
  return presentImport(assertFound(await readImport(handle, workspaceId, id), 'dedupe-import.not-found'));
}
