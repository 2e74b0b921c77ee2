/** A workspace with an agent, and the operations on its dedupe libraries, on a database and a folder, without the app. */
import {
  type DedupeLibraryChanges,
  type DedupeLibraryForm,
  dedupeFaultPage,
  dedupeLibraryPage,
  previewDedupeImport,
  startDedupeImport,
} from '@parley/contract/dedupe-libraries';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import type { Database } from '../../../../base/db/database.ts';
import { systemOrigin } from '../../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { type FileRow, files } from '../../../../schema/files.ts';
import { subAccounts } from '../../../../schema/sub-accounts.ts';
import { workspaces } from '../../../../schema/workspaces.ts';
import { type FilesPlace, openFilesPlace } from '../../../../testing/files-place.ts';
import { type FilesDeps, keptKey } from '../../../files/index.ts';
import { readFaults, readImport } from '../imports/queries.ts';
import { runImport } from '../imports/run-import.ts';
import { cancelImport, preview, startImport } from '../imports/service.ts';
import { readOne, readPage } from '../queries.ts';
import * as service from '../service.ts';

type Place = {
  readonly deps: FilesDeps;
  readonly database: Database;
  workspaceId: WorkspaceId;
  subAccountId: string;
};

/** Registers hooks that open one database and folder per file, and create a new workspace for each test. */
export function librariesHarness() {
  let held: FilesPlace;
  const place = {
    get deps() {
      return held.deps;
    },
    get database() {
      return held.deps.database;
    },
    get folder() {
      return held.folder;
    },
    workspaceId: trustWorkspaceId(newId()),
    subAccountId: '',
  };
  beforeAll(async () => {
    held = await openFilesPlace(systemClock);
  });
  afterAll(() => held.close());
  const openWorkspace = async () => {
    place.workspaceId = trustWorkspaceId(newId());
    await place.database.db.insert(workspaces).values({ id: place.workspaceId });
    place.subAccountId = await addSubAccount(place);
  };
  beforeEach(openWorkspace);
  return Object.assign(place, librariesIn(place), importsIn(place), {
    openWorkspace,
    addSubAccount: () => addSubAccount(place),
  });
}

async function addSubAccount({ workspaceId, database }: Place): Promise<string> {
  const id = newId();
  const row = { workspaceId, id, accountName: id, passwordHash: 'hash', remark: 'Ana' };
  await database.db.insert(subAccounts).values(row);
  return id;
}

function librariesIn(place: Place) {
  const required = async (id: string) => {
    const library = await readOne(place.database, place.workspaceId, id);
    if (library === null) throw new Error(`there is no library ${id}`);
    return library;
  };
  return {
    get: (id: string) => readOne(place.database, place.workspaceId, id),
    async create(form: DedupeLibraryForm) {
      return required(await service.createLibrary(place.database, place.workspaceId, form, systemOrigin));
    },
    async update(changes: DedupeLibraryChanges) {
      await service.updateLibrary(place.database, place.workspaceId, changes, systemOrigin);
      return required(changes.libraryId);
    },
    add: (libraryId: string, texts: readonly string[]) =>
      service.addEntries(place.database, place.workspaceId, { libraryId, texts }, systemOrigin),
    removeEntry: (libraryId: string, text: string) =>
      service.removeEntry(place.database, place.workspaceId, { libraryId, text }, systemOrigin),
    remove: (ids: readonly string[]) =>
      service.deleteLibraries(place.database, place.workspaceId, ids, systemOrigin),
    enable: (ids: readonly string[], enabled: boolean) =>
      service.setEnabled(place.database, place.workspaceId, { ids, enabled }, systemOrigin),
    async page(query: object = {}): Promise<string[]> {
      const given = dedupeLibraryPage.query.parse(query);
      return (await readPage(place.database, place.workspaceId, given)).list.map(({ id }) => id);
    },
  };
}

function importsIn(place: Place) {
  return {
    /** Stores a complete file as its upload does. Returns its id. */
    async addFile(content: string | Buffer, given: Partial<FileRow> = {}): Promise<string> {
      const { workspaceId, database, deps } = place;
      const id = newId();
      const bytes = Buffer.from(content);
      const text = { name: '客户.csv', contentType: 'text/csv', size: bytes.length } as const;
      const row = {
        id,
        workspaceId,
        purpose: 'dedupe-import',
        state: 'stored',
        stateSince: new Date(),
      } as const;
      await database.db.insert(files).values({ ...text, ...row, ...given });
      await deps.fileStore.write(keptKey(id), bytes, text.contentType);
      return id;
    },
    preview: (fileId: string) =>
      preview(place.deps, place.workspaceId, previewDedupeImport.body.parse({ fileId })),
    /** Starts an import without running its job. Returns its id. */
    start: (body: object) =>
      startImport(place.deps, place.workspaceId, startDedupeImport.body.parse(body), systemOrigin),
    run: (importId: string, signal = new AbortController().signal) =>
      runImport(place.deps, place.workspaceId, importId, { last: false, signal }),
    cancel(importId: string) {
      const { deps, workspaceId } = place;
      const origin = { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId } };
      return cancelImport(deps, workspaceId, importId, origin);
    },
    getImport: (importId: string) => readImport(place.database, place.workspaceId, importId),
    async faults(importId: string) {
      const query = dedupeFaultPage.query.parse({ importId });
      return (await readFaults(place.database, place.workspaceId, query)).list;
    },
  };
}
