/** A workspace with the operations on its material library, on a database and a folder of files, without the app. */
import { type MaterialForm, materialPage } from '@parley/contract/materials';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import type { FileStore } from '../../../base/files/file-store.ts';
import { createLocalFiles } from '../../../base/files/local-files.ts';
import { temporaryFolder } from '../../../base/files/temporary-folder.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { type FileRow, files } from '../../../schema/files.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { png } from '../../../testing/small-files.ts';
import { keptKey } from '../../files/index.ts';
import { createGroup, deleteGroup, orderGroups, renameGroup } from '../groups/service.ts';
import { readPage } from '../library/queries.ts';
import {
  createMaterial,
  deleteMaterials,
  type MaterialsDeps,
  moveMaterials,
  updateMaterial,
} from '../library/service.ts';
import type { ReadMaterialUsages } from '../usages.ts';

/** Registers hooks that open one database per file, and create a new workspace for each test. */
export function materialsHarness() {
  let test: TestDatabase;
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let fileStore: FileStore;
  const place = {
    get database() {
      return database;
    },
    get fileStore() {
      return fileStore;
    },
    workspaceId: trustWorkspaceId(newId()),
  };
  beforeAll(async () => {
    folder = await temporaryFolder();
    fileStore = createLocalFiles(folder.path, systemClock);
    test = await testDatabase();
    database = connectDatabase(test.url, createLog('silent'));
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
    await folder[Symbol.asyncDispose]();
  });
  beforeEach(() => openWorkspace(place));
  return Object.assign(place, libraryOf(place), groupsOf(place), {
    openWorkspace: () => openWorkspace(place),
    ...filesOf(place),
  });
}

type Place = { readonly database: Database; readonly fileStore: FileStore; workspaceId: WorkspaceId };

async function openWorkspace(place: Place): Promise<void> {
  place.workspaceId = trustWorkspaceId(newId());
  await place.database.db.insert(workspaces).values({ id: place.workspaceId });
}

const callerIn = ({ workspaceId }: Place) => ({ workspaceId, origin: systemOrigin });
const depsOf = ({ database }: Place, materialUsages: readonly ReadMaterialUsages[] = []): MaterialsDeps => ({
  database,
  clock: systemClock,
  materialUsages,
});

function libraryOf(place: Place) {
  return {
    create: (form: MaterialForm) => createMaterial(depsOf(place), callerIn(place), form),
    update: (form: MaterialForm & { materialId: string; version: number }) =>
      updateMaterial(depsOf(place), callerIn(place), form),
    move: (ids: readonly string[], groupId: string | null) =>
      moveMaterials(depsOf(place), callerIn(place), { ids, groupId }),
    /** `usages`: how other modules use materials. */
    remove: (ids: readonly string[], usages: readonly ReadMaterialUsages[] = []) =>
      deleteMaterials(depsOf(place, usages), callerIn(place), ids),
    async titles(query: object = {}): Promise<string[]> {
      const { list } = await readPage(place.database, place.workspaceId, materialPage.query.parse(query));
      return list.map(({ title }) => title);
    },
  };
}

function groupsOf(place: Place) {
  const deps = () => depsOf(place);
  return {
    addGroup: (name: string) => createGroup(deps(), callerIn(place), name),
    renameGroup: (groupId: string, name: string) => renameGroup(deps(), callerIn(place), { groupId, name }),
    orderGroups: (ids: readonly string[]) => orderGroups(deps(), callerIn(place), ids),
    removeGroup: (id: string) => deleteGroup(deps(), callerIn(place), id),
  };
}

function filesOf(place: Place) {
  return {
    /** Stores a complete picture of the workspace as its upload does. Returns its id. */
    async addFile(given: Partial<FileRow> = {}): Promise<string> {
      const { workspaceId, database, fileStore } = place;
      const id = newId();
      const picture = { name: 'photo.png', contentType: 'image/png', size: png.length } as const;
      const row = { id, workspaceId, purpose: 'material', state: 'stored', stateSince: new Date() } as const;
      await database.db.insert(files).values({ ...picture, ...row, ...given });
      await fileStore.write(keptKey(id), png, 'image/png');
      return id;
    },
    stateOf: async (id: string) =>
      (await place.database.db.select().from(files).where(eq(files.id, id)))[0]?.state,
  };
}
