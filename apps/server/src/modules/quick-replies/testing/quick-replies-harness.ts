/** A workspace with an agent, and the operations on its quick replies, without the app. */
import { quickReplyPage } from '@parley/contract/quick-replies';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { files } from '../../../schema/files.ts';
import { materials } from '../../../schema/materials.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { findKnownTranslation } from '../known-translation.ts';
import { readForDesk, readPage } from '../queries.ts';
import { createQuickReply, deleteQuickReplies, updateQuickReply } from '../service.ts';
import type { QuickReplyForm } from '../store.ts';

type Place = { readonly database: Database; workspaceId: WorkspaceId; subAccountId: string };

/** Registers hooks that open one database per file, and create a new workspace for each test. */
export function quickRepliesHarness() {
  let test: TestDatabase;
  let database: Database;
  const place = {
    get database() {
      return database;
    },
    workspaceId: trustWorkspaceId(newId()),
    subAccountId: '',
  };
  beforeAll(async () => {
    test = await testDatabase();
    database = connectDatabase(test.url, createLog('silent'));
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });
  beforeEach(() => openWorkspace(place));
  return Object.assign(place, operationsIn(place), { openWorkspace: () => openWorkspace(place) });
}

async function openWorkspace(place: Place): Promise<void> {
  const workspaceId = trustWorkspaceId(newId());
  const id = newId();
  Object.assign(place, { workspaceId, subAccountId: id });
  await place.database.db.insert(workspaces).values({ id: workspaceId });
  await place.database.db
    .insert(subAccounts)
    .values({ workspaceId, id, accountName: id, passwordHash: 'hash', remark: 'Ana' });
}

function operationsIn(place: Place) {
  const caller = () => ({ workspaceId: place.workspaceId, origin: systemOrigin });
  const deps = () => ({ database: place.database, clock: systemClock });
  return {
    create: (form: QuickReplyForm) => createQuickReply(deps(), caller(), form),
    update: (form: QuickReplyForm & { quickReplyId: string; version: number }) =>
      updateQuickReply(deps(), caller(), form),
    remove: (ids: readonly string[]) => deleteQuickReplies(deps(), caller(), ids),
    list: async (search?: string) =>
      (await readPage(place.database, place.workspaceId, quickReplyPage.query.parse({ search }))).list,
    inDesk: (search = '') => readForDesk(place.database, place.workspaceId, search),
    /** Finds the owner's translation of an agent's text to the customer “marta 77”. */
    known: (text: string, target = 'es') => {
      const { workspaceId, subAccountId } = place;
      const writing = { workspaceId, subAccountId, socialAccountId: newId(), fan: 'marta 77' };
      return findKnownTranslation(place.database, writing, { text, target });
    },
    /** Stores a material of the library; a picture of 70 bytes unless it is a text. */
    async addMaterial(type: 'image' | 'text'): Promise<string> {
      const { workspaceId, database } = place;
      const [id, fileId] = [newId(), type === 'image' ? newId() : null];
      const now = new Date();
      const picture = { name: 'sizes.png', contentType: 'image/png', size: 70, purpose: 'material' } as const;
      if (fileId !== null)
        await database.db
          .insert(files)
          .values({ ...picture, id: fileId, workspaceId, state: 'kept', stateSince: now });
      const row = { workspaceId, id, type, title: 'Size chart', fileId, updatedAt: now };
      await database.db.insert(materials).values(row);
      return id;
    },
  };
}
