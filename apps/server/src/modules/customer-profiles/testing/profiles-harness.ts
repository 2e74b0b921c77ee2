/** A workspace with two agents, Ana and Ben, and customers who write to both, below HTTP. */
import { and, eq } from 'drizzle-orm';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { resolveFans } from '../../fans/fakes.ts';
import { readProfile, saveProfile } from '../service.ts';

export type ProfilesHarness = Awaited<ReturnType<typeof startProfilesHarness>>;
export type ProfilesWorld = Awaited<ReturnType<ProfilesHarness['world']>>;

export async function startProfilesHarness() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 12);
  return {
    database,
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
    world: () => openWorld(database),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

/** An agent, with the Telegram account that customers write to. */
export type TestDesk = { subAccountId: string; socialAccountId: string };

async function openWorld(database: Database) {
  const { db } = database;
  const workspaceId = trustWorkspaceId(newId());
  await db.insert(workspaces).values({ id: workspaceId });
  async function addDesk(remark: string): Promise<TestDesk> {
    const [subAccountId, socialAccountId] = [newId(), newId()];
    const agent = { workspaceId, id: subAccountId, accountName: subAccountId, passwordHash: 'constant' };
    await db.insert(subAccounts).values({ ...agent, remark });
    const account = { platform: 'telegram', name: 'Bot', externalId: socialAccountId, handle: '' } as const;
    await db
      .insert(socialAccounts)
      .values({ ...account, workspaceId, id: socialAccountId, subAccountId, credentials: '' });
    return { subAccountId, socialAccountId };
  }
  const clock = testClock();
  /** The sub-accounts whose desks were notified of a changed profile. */
  const notified: string[] = [];
  // Profiles emit to desks only.
  const realtime = {
    desk: (id: string) => ({ emit: () => void notified.push(id) }),
  } as unknown as RealtimeServer;
  const deps = { database, clock, realtime };
  const notes = { alias: 'Marta', phone: '+34 600 000 000', email: 'marta@example.com', notes: 'Size 38.' };
  type Given = Partial<typeof notes & { shared: boolean }>;
  const agentOf = ({ subAccountId }: TestDesk) => ({ workspaceId, subAccountId });
  return {
    workspaceId,
    clock,
    notified,
    notes,
    ana: await addDesk('Ana'),
    ben: await addDesk('Ben'),
    ...customersIn(database, workspaceId, clock.now),
    agentOf,
    read: (desk: TestDesk, conversationId: string) => readProfile(deps, agentOf(desk), conversationId),
    /** Saves the notes over those that were read with this version. */
    save: (desk: TestDesk, conversationId: string, version: number, given: Given = {}) =>
      saveProfile(deps, agentOf(desk), { conversationId, version, shared: true, ...notes, ...given }),
    share: ({ subAccountId: id }: TestDesk, profileSharing: boolean) =>
      db
        .update(subAccounts)
        .set({ profileSharing })
        .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id))),
  };
}

function customersIn(
  database: Database,
  workspaceId: ReturnType<typeof trustWorkspaceId>,
  now: () => number,
) {
  const place = { workspaceId, platform: 'telegram' } as const;

  async function converse(desk: TestDesk, chatId: string, fanId: string | null, kind: 'private' | 'group') {
    const id = newId();
    await database.db
      .insert(conversations)
      .values({ ...place, ...desk, id, chatId, kind, title: 'M', fanId });
    return id;
  }
  return {
    /** Lets a person write to each of these desks. Returns their fan and the conversations. */
    async customer(...desks: TestDesk[]) {
      const platformUserId = newId();
      const met = { platformUserId, displayName: 'M', history: false, at: now() };
      const ids: string[] = [];
      let fanId = '';
      for (const desk of desks) {
        const [fan] = await transaction(database, (tx) =>
          resolveFans(tx, [{ ...place, ...desk, ...met, platformMessageId: newId() }]),
        );
        fanId = fan?.fanId ?? '';
        ids.push(await converse(desk, platformUserId, fanId, 'private'));
      }
      const [one = '', other = ''] = ids;
      return { fanId, one, other };
    },
    group: (desk: TestDesk) => converse(desk, newId(), null, 'group'),
  };
}
