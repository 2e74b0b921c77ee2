import * as librariesApi from '@parley/contract/dedupe-libraries';
import { dedupeLibraries } from '@parley/contract/examples';
import type { WorldPart } from '../../../../testing/world-part.ts';

const inImports = 'modules/fans/libraries/imports/imports.db.test.ts';

export const worldPart: WorldPart = {
  async make({ app, owner, agent }) {
    const body: librariesApi.DedupeLibraryForm = {
      name: 'Customers of 2025',
      platform: 'telegram',
      range: 'some',
      subAccountIds: [agent.subAccountId],
    };
    const { id: libraryId } = await app.call(librariesApi.createDedupeLibrary, { body }, owner.token);
    const texts = ['@maryam'];
    await app.call(librariesApi.addDedupeEntries, { body: { libraryId, texts } }, owner.token);
    return { [dedupeLibraries.libraryId]: libraryId };
  },
  // These need an uploaded list.
  audited: {
    'dedupeLibraries.startDedupeImport': inImports,
    'dedupeLibraries.cancelDedupeImport': inImports,
  },
};
