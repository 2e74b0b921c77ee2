/** The dedupe libraries of a workspace, in memory, and an imported file. */
import type * as contract from '@parley/contract';
import * as librariesApi from '@parley/contract/dedupe-libraries';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { uploadRoutes } from '../../../lib/testing/uploads.ts';

type DedupeLibrary = librariesApi.DedupeLibrary;
type DedupeImport = librariesApi.DedupeImport;

export type LibraryWorld = {
  libraries: DedupeLibrary[];
  imports: DedupeImport[];
  faults: librariesApi.DedupeFault[];
  entries: Map<string, string[]>;
  preview: contract.AnswerOf<typeof librariesApi.previewDedupeImport>;
  /** Counts uploads. */
  files: number;
};

const someLibrary = (given: Partial<DedupeLibrary> = {}): DedupeLibrary => ({
  id: sampleId(44, 1),
  name: 'Customers of 2025',
  platform: 'telegram',
  range: 'all',
  subAccountIds: [],
  enabled: true,
  entries: 1_000,
  version: 1,
  createdAt: sampleTime,
  ...given,
});

export const someImport = (given: Partial<DedupeImport> = {}): DedupeImport => ({
  id: sampleId(45, 1),
  libraryId: sampleId(44, 1),
  libraryName: 'Customers of 2025',
  fileName: 'people.csv',
  state: 'running',
  failure: null,
  rowsRead: 250_000,
  added: 240_000,
  existing: 9_997,
  faulty: 3,
  progress: 0.25,
  createdAt: sampleTime,
  endedAt: null,
  ...given,
});

export const libraryWorld = (given: Partial<LibraryWorld> = {}): LibraryWorld => ({
  libraries: [
    someLibrary(),
    someLibrary({ id: sampleId(44, 2), name: 'Zalo list', platform: 'zalo', enabled: false, entries: 7 }),
  ],
  imports: [],
  faults: [],
  entries: new Map([[sampleId(44, 1), ['maryam']]]),
  preview: {
    format: 'text',
    encoding: 'utf-8',
    delimiter: 'comma',
    header: true,
    keyColumn: 1,
    rows: [
      ['Name', 'Phone'],
      ['Maryam', '+86 138-0013-8000'],
    ],
  },
  files: 0,
  ...given,
});

function one(world: LibraryWorld, id: string): DedupeLibrary {
  return getItem(world.libraries, (candidate) => candidate.id === id, 'dedupe-library.not-found');
}

export function libraryRoutes(world: LibraryWorld): Route[] {
  return [
    route(librariesApi.dedupeLibraryPage, ({ query }) =>
      pageOf(
        world.libraries.filter(
          (it) =>
            has(it.name, query.search) &&
            (query.platform === undefined || it.platform === query.platform) &&
            (query.enabled === undefined || String(it.enabled) === query.enabled),
        ),
        query,
      ),
    ),
    route(librariesApi.getDedupeLibrary, ({ query }) => one(world, query.libraryId)),
    route(librariesApi.createDedupeLibrary, ({ body }) => {
      const library = someLibrary({ ...body, id: sampleId(44, 100 + world.libraries.length), entries: 0 });
      world.libraries.unshift(library);
      return library;
    }),
    route(librariesApi.updateDedupeLibrary, ({ body: { libraryId, version, ...changes } }) => {
      const library = one(world, libraryId);
      if (library.version !== version) throw new FixtureRefusal('resource.stale');
      return Object.assign(library, changes, { version: version + 1 });
    }),
    route(librariesApi.enableDedupeLibraries, ({ body: { ids, enabled } }) => {
      for (const id of ids) one(world, id).enabled = enabled;
      return { changed: ids.length };
    }),
    route(librariesApi.deleteDedupeLibraries, ({ body: { ids } }) => {
      world.libraries = world.libraries.filter(({ id }) => !ids.includes(id));
      return { changed: ids.length };
    }),
    ...entryRoutes(world),
    ...importRoutes(world),
    ...uploadRoutes(world),
  ];
}

function entryRoutes(world: LibraryWorld): Route[] {
  const plain = (text: string) => text.replace(/^@/, '').toLowerCase();
  return [
    route(librariesApi.findDedupeEntry, ({ query: { text } }) => ({
      key: plain(text),
      libraries: world.libraries
        .filter(({ id }) => world.entries.get(id)?.includes(plain(text)))
        .map(({ id, name, platform, enabled }) => ({ id, name, platform, enabled })),
    })),
    route(librariesApi.addDedupeEntries, ({ body: { libraryId, texts } }) => {
      const keys = texts.map(plain).filter((key) => key !== '');
      world.entries.set(libraryId, [...(world.entries.get(libraryId) ?? []), ...keys]);
      return { added: keys.length, existing: 0, refused: texts.length - keys.length };
    }),
    route(librariesApi.removeDedupeEntry, ({ body: { libraryId, text } }) => {
      const rest = world.entries.get(libraryId)?.filter((key) => key !== plain(text)) ?? [];
      world.entries.set(libraryId, rest);
      return { changed: 1 };
    }),
  ];
}

function importRoutes(world: LibraryWorld): Route[] {
  const findImport = (importId: string) =>
    getItem(world.imports, ({ id }) => id === importId, 'dedupe-import.not-found');
  return [
    route(librariesApi.previewDedupeImport, ({ body: { encoding, delimiter } }) => ({
      ...world.preview,
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
    })),
    route(librariesApi.startDedupeImport, ({ body: { libraryId } }) => {
      const item = someImport({ libraryId, libraryName: one(world, libraryId).name });
      world.imports.unshift(item);
      return item;
    }),
    route(librariesApi.dedupeImportPage, ({ query }) => pageOf(world.imports, query)),
    route(librariesApi.getDedupeImport, ({ query: { importId } }) => findImport(importId)),
    route(librariesApi.cancelDedupeImport, ({ body: { importId } }) =>
      Object.assign(findImport(importId), { state: 'cancelled' as const, endedAt: sampleTime }),
    ),
    route(librariesApi.dedupeFaultPage, ({ query }) => pageOf(world.faults, query)),
  ];
}
