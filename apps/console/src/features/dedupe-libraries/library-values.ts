import type { PlatformId } from '@parley/contract/catalogues';
import type {
  DedupeLibrary,
  DedupeLibraryChanges,
  DedupeLibraryForm,
} from '@parley/contract/dedupe-libraries';

/** The values of the form's controls. */
export type LibraryValues = {
  name: string;
  platform: PlatformId;
  range: DedupeLibrary['range'];
  subAccountIds: string[];
};

export const blank: LibraryValues = { name: '', platform: 'telegram', range: 'all', subAccountIds: [] };

export const valuesOf = ({ name, platform, range, subAccountIds }: DedupeLibrary): LibraryValues => ({
  name,
  platform,
  range,
  subAccountIds,
});

/** Drops sub-accounts that were selected before "all". */
const rangeFrom = ({ range, subAccountIds }: LibraryValues) => ({
  range,
  subAccountIds: range === 'all' ? [] : subAccountIds,
});

export const formFrom = (values: LibraryValues): DedupeLibraryForm => ({
  name: values.name,
  platform: values.platform,
  ...rangeFrom(values),
});

export const changesFrom = (
  values: LibraryValues,
  { id, version }: Pick<DedupeLibrary, 'id' | 'version'>,
): DedupeLibraryChanges => ({ libraryId: id, version, name: values.name, ...rangeFrom(values) });
