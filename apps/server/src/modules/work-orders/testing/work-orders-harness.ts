/** A workspace with an agent, two social accounts and people who write to them, below HTTP. */
import type { PlatformId } from '@parley/contract/catalogues';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { resolveFans } from '../../fans/fakes.ts';
import { readOne, type WorkOrderItem } from '../queries.ts';
import { type Act, createWorkOrder } from '../service.ts';

type Form = Parameters<typeof createWorkOrder>[2];

/** Registers hooks that open one database per file, and create a new workspace for each test. */
export function workOrdersHarness(connections = 16) {
  let test: TestDatabase;
  let database: Database;
  const harness = {
    get database() {
      return database;
    },
    workspaceId: trustWorkspaceId(newId()),
    subAccountId: '',
    accounts: { one: '', two: '' },
    log: pino({ level: 'silent' }),
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
  };
  const acts = actsIn(harness);
  beforeAll(async () => {
    test = await testDatabase();
    database = connectDatabase(test.url, harness.log, connections);
  });
  afterAll(async () => {
    await harness.database.close();
    await test.drop();
  });
  beforeEach(async () => {
    harness.workspaceId = trustWorkspaceId(newId());
    harness.subAccountId = newId();
    await harness.database.db.execute(sql`
      insert into workspaces (id, time_zone) values (${harness.workspaceId}, 'Asia/Shanghai')`);
    await harness.database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${harness.workspaceId}, ${harness.subAccountId}, ${harness.subAccountId}, '', 'Ana')`);
    for (const name of ['one', 'two'] as const) harness.accounts[name] = await acts.addAccount(name);
  });

  return Object.assign(harness, acts);
}

type Place = {
  readonly database: Database;
  workspaceId: WorkspaceId;
  subAccountId: string;
  accounts: { one: string; two: string };
  work<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
};

const goals = { totalGoal: 100, dailyGoal: 10, accountTotalGoal: 50, accountDailyGoal: 5 };

/** Functions that act for people in the harness's present workspace. */
function actsIn(harness: Place) {
  async function addAccount(name: string, platform: PlatformId = 'telegram'): Promise<string> {
    const id = newId();
    await harness.database.db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
      values (${harness.workspaceId}, ${id}, ${platform}, ${name}, ${id}, '', ${harness.subAccountId}, '')`);
    return id;
  }

  function act(now: number): Act {
    const origin = { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId: harness.workspaceId } };
    return { workspaceId: harness.workspaceId, now, language: 'en-US', origin };
  }

  /** Creates a work order of the agent on Telegram at `now`, and returns its id. */
  function open(now: number, given: Partial<Form> = {}): Promise<string> {
    return harness.work((tx) =>
      createWorkOrder(tx, act(now), {
        name: 'Spring',
        ...goals,
        resetTime: '00:00',
        remarks: '',
        platform: 'telegram',
        subAccountId: harness.subAccountId,
        ...given,
      }),
    );
  }

  type Given = { account?: string; history?: boolean };

  /** Lets a person write to an account. Returns the verdict. */
  const meet = (platformUserId: string, at: number, given: Given = {}): Promise<string | undefined> =>
    harness.work((tx) => meetIn(tx, platformUserId, at, given));

  /** Lets a person write in the caller's transaction. */
  async function meetIn(tx: Tx, platformUserId: string, at: number, given: Given = {}) {
    const [outcome] = await resolveFans(tx, [
      {
        workspaceId: harness.workspaceId,
        platform: 'telegram',
        socialAccountId: given.account ?? harness.accounts.one,
        subAccountId: harness.subAccountId,
        platformUserId,
        displayName: null,
        platformMessageId: newId(),
        history: given.history ?? false,
        at,
      },
    ]);
    return outcome?.verdict;
  }

  async function one(id: string, now: number): Promise<WorkOrderItem> {
    const item = await readOne(harness.database, harness.workspaceId, id, now);
    if (item === null) throw new Error('the work order is gone');
    return item;
  }
  return { act, open, meet, meetIn, one, addAccount };
}
