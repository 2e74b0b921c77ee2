import * as librariesApi from '@parley/contract/dedupe-libraries';
import type { Clock } from '../../../base/clock.ts';
import type { Database, Handle } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { libraryKey } from '../library-key.ts';
import { type ImportRoutesDeps, registerImportRoutes } from './imports/routes.ts';
import { presentLibrary } from './presenter.ts';
import { findLibrariesOf, readBatch, readOne, readPage } from './queries.ts';
import * as service from './service.ts';
import { librarySheet } from './spreadsheet.ts';

export type LibraryRoutesDeps = ImportRoutesDeps & { database: Database; clock: Clock };

export function registerLibraryRoutes(mount: Mount, deps: LibraryRoutesDeps): void {
  const { database } = deps;

  mount(librariesApi.dedupeLibraryPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: list.map(presentLibrary), total };
  });

  mount(librariesApi.exportDedupeLibraries, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'dedupe-libraries',
      sheet: librarySheet,
      read: (place) => readBatch(database, caller.workspaceId, { ...query, ...place }),
    });
  });

  mount(librariesApi.getDedupeLibrary, ({ caller, query }) =>
    presentOne(database, caller.workspaceId, query.libraryId),
  );

  mount(librariesApi.createDedupeLibrary, async ({ caller: { workspaceId }, body, origin }) =>
    presentOne(database, workspaceId, await service.createLibrary(database, workspaceId, body, origin)),
  );

  mount(librariesApi.updateDedupeLibrary, async ({ caller: { workspaceId }, body, origin }) => {
    await service.updateLibrary(database, workspaceId, body, origin);
    return presentOne(database, workspaceId, body.libraryId);
  });

  mount(librariesApi.enableDedupeLibraries, async ({ caller, body, origin }) => ({
    changed: await service.setEnabled(database, caller.workspaceId, body, origin),
  }));

  mount(librariesApi.deleteDedupeLibraries, async ({ caller, body, origin }) => ({
    changed: await service.deleteLibraries(database, caller.workspaceId, body.ids, origin),
  }));

  mount(librariesApi.findDedupeEntry, async ({ caller, query }) => {
    const key = libraryKey(query.text);
    return { key, libraries: await findLibrariesOf(database, caller.workspaceId, key) };
  });

  mount(librariesApi.addDedupeEntries, ({ caller, body, origin }) =>
    service.addEntries(database, caller.workspaceId, body, origin),
  );

  mount(librariesApi.removeDedupeEntry, async ({ caller, body, origin }) => ({
    changed: await service.removeEntry(database, caller.workspaceId, body, origin),
  }));

  registerImportRoutes(mount, deps);
}

async function presentOne(handle: Handle, workspaceId: WorkspaceId, id: string) {
  return presentLibrary(assertFound(await readOne(handle, workspaceId, id), 'dedupe-library.not-found'));
}
