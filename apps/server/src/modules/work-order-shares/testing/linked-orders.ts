/** Work orders with social accounts, fans and closed days, stored without using the endpoints, and links to them. */
import type { RequestOf } from '@parley/contract';
import * as api from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import type { TestClock } from '../../../testing/test-clock.ts';

export type ShareFields = RequestOf<typeof api.createWorkOrderShare>['body'];

type OrderPlace = {
  database: Database;
  clock: TestClock;
  workspaceId: WorkspaceId;
  /** Creates a link, over HTTP or with the service. */
  createShare(fields: ShareFields): Promise<api.WorkOrderShare>;
};

/** `place`: called each time, because a test's hooks create it. */
export function linkedOrders(place: () => OrderPlace) {
  return {
    /** The date a number of days before the clock's. */
    day: (back = 0) => dayOf(place(), back),
    createOrder: (name?: string) => createOrder(place(), name),
    meet: (order: LinkedOrder, account: string, name: string, verdict: 'new' | 'repeat') =>
      meet(place(), order, { account, name, verdict }),
    closeDay: (order: LinkedOrder, closed: string) => closeDay(place(), order, closed),
    share: (order: LinkedOrder, given?: Partial<ShareFields>) => share(place(), order, given),
  };
}

const dayOf = ({ clock }: OrderPlace, back = 0) =>
  new Date(clock.now() - back * 86_400_000).toISOString().slice(0, 10);

const sqlOf = ({ database }: OrderPlace, query: ReturnType<typeof sql>) => database.db.execute(query);

export type LinkedOrder = { id: string; subAccountId: string; account: string; other: string };

/** Creates a work order of a new sub-account with two social accounts, three fans of today and one closed day. */
async function createOrder(place: OrderPlace, name = 'Spring'): Promise<LinkedOrder> {
  const { database, workspaceId } = place;
  const [subAccountId, id, account, other] = [newId(), newId(), newId(), newId()];
  const agent = { id: subAccountId, accountName: subAccountId, passwordHash: 'constant', remark: 'Agent' };
  await database.db.insert(subAccounts).values({ ...agent, workspaceId });
  await sqlOf(
    place,
    sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, total_goal, daily_goal, account_daily_goal,
      time_zone, open_day, open_since, next_reset_at, created_at)
    values (${workspaceId}, ${id}, ${name}, 'telegram', ${subAccountId}, 100, 10, 5, 'UTC', ${dayOf(place)},
      ${`${dayOf(place)}T00:00:00Z`}, ${`${dayOf(place, -1)}T00:00:00Z`}, ${`${dayOf(place, 1)}T00:00:00Z`})`,
  );
  for (const [one, called] of [
    [account, `${name} shop`],
    [other, `${name} market`],
  ] as const)
    await sqlOf(
      place,
      sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
        enabled, state)
      values (${workspaceId}, ${one}, 'telegram', ${called}, ${one}, 'shop_handle', ${subAccountId}, '', false, 'online')`,
    );
  const order = { id, subAccountId, account, other };
  await meet(place, order, { account, name: 'Marta Secreta', verdict: 'new' });
  await meet(place, order, { account, name: 'Juan Privado', verdict: 'repeat' });
  await meet(place, order, { account: other, name: 'Li Verborgen', verdict: 'new' });
  await closeDay(place, order, dayOf(place, 1));
  return order;
}

type Met = { account: string; name: string; verdict: 'new' | 'repeat' };

async function meet(place: OrderPlace, order: LinkedOrder, { account, name, verdict }: Met): Promise<void> {
  const [fan, id] = [newId(), newId()];
  const at = new Date(place.clock.now()).toISOString();
  const { workspaceId } = place;
  await sqlOf(
    place,
    sql`insert into fans (workspace_id, id, display_name) values (${workspaceId}, ${fan}, ${name})`,
  );
  await sqlOf(
    place,
    sql`
    insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, verdict, rule, scope,
      decided_at, platform, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${account}, ${order.subAccountId}, ${verdict}, 'first', 'workspace', ${at},
      'telegram', ${order.id}, ${dayOf(place)})`,
  );
  await sqlOf(
    place,
    sql`
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform,
      counts_as, display_name, handle, platform_user_id, grown_at, last_active_at, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${fan}, ${account}, ${order.subAccountId}, 'telegram', ${verdict}, ${name},
      'a_fans_handle', 'platform-user-77', ${at}, ${at}, ${order.id}, ${dayOf(place)})
    on conflict do nothing`,
  );
}

async function closeDay(
  place: OrderPlace,
  { id, account, other }: LinkedOrder,
  closed: string,
): Promise<void> {
  const { workspaceId } = place;
  const starts = `${closed}T00:00:00Z`;
  const ends = new Date(Date.parse(starts) + 86_400_000).toISOString();
  await sqlOf(
    place,
    sql`
    insert into work_order_days values (${workspaceId}, ${id}, ${closed}, ${starts}, ${ends}, ${ends}, 1, 7, 2, 2, 100,
      10, null, 5, '00:00', 'UTC')`,
  );
  await sqlOf(
    place,
    sql`
    insert into work_order_account_days values
      (${workspaceId}, ${id}, ${closed}, ${account}, 'Shop', 1, 4, 2),
      (${workspaceId}, ${id}, ${closed}, ${other}, 'Market', 0, 3, 0)`,
  );
  await sqlOf(
    place,
    sql`
    update work_orders set closed_base_fans = closed_base_fans + 1, closed_new_fans = closed_new_fans + 7,
      closed_repeat_fans = closed_repeat_fans + 2 where id = ${id}`,
  );
}

const fieldsOf = (order: LinkedOrder, given: Partial<ShareFields> = {}): ShareFields => ({
  title: 'Spring campaign',
  access: 'public',
  validDays: null,
  fanNames: 'none',
  chatHistory: false,
  orders: [{ workOrderId: order.id, socialAccountIds: null }],
  password: null,
  ...given,
});

async function share({ createShare }: OrderPlace, order: LinkedOrder, given: Partial<ShareFields> = {}) {
  const made = await createShare(fieldsOf(order, given));
  return { ...made, token: new URL(made.path, 'http://host').searchParams.get(api.shareParameter) ?? '' };
}
