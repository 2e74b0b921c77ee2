/** Work orders with social accounts, fans and closed days, stored without using the endpoints, and links to them. */
import type { RequestOf } from '@parley/contract';
import * as api from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import { newId } from '../../../base/ids.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestClock } from '../../../testing/test-clock.ts';
import type { TestOwner } from '../../../testing/test-people.ts';

type OrderServer = { app: TestApp; clock: TestClock; owner: TestOwner };

/** `server`: called each time, because a test's hooks create it. */
export function linkedOrders(server: () => OrderServer) {
  return {
    /** The date a number of days before the clock's. */
    day: (back = 0) => dayOf(server(), back),
    createOrder: (name?: string) => createOrder(server(), name),
    meet: (order: Order, account: string, name: string, verdict: 'new' | 'repeat') =>
      meet(server(), order, { account, name, verdict }),
    closeDay: (order: Order, closed: string) => closeDay(server(), order, closed),
    share: (order: Order, given?: Partial<Form>) => share(server(), order, given),
  };
}

const dayOf = ({ clock }: OrderServer, back = 0) =>
  new Date(clock.now() - back * 86_400_000).toISOString().slice(0, 10);

const sqlOf = ({ app }: OrderServer, query: ReturnType<typeof sql>) => app.app.database.db.execute(query);

type Order = { id: string; subAccountId: string; account: string; other: string };

/** Creates a work order of a new sub-account with two social accounts, three fans of today and one closed day. */
async function createOrder(server: OrderServer, name = 'Spring'): Promise<Order> {
  const { app, owner } = server;
  const { workspaceId } = owner;
  const { subAccountId } = await app.createSubAccount(owner);
  const [id, account, other] = [newId(), newId(), newId()];
  await sqlOf(
    server,
    sql`
    insert into work_orders (workspace_id, id, name, platform, sub_account_id, total_goal, daily_goal, account_daily_goal,
      time_zone, open_day, open_since, next_reset_at, created_at)
    values (${workspaceId}, ${id}, ${name}, 'telegram', ${subAccountId}, 100, 10, 5, 'UTC', ${dayOf(server)},
      ${`${dayOf(server)}T00:00:00Z`}, ${`${dayOf(server, -1)}T00:00:00Z`}, ${`${dayOf(server, 1)}T00:00:00Z`})`,
  );
  for (const [one, called] of [
    [account, `${name} shop`],
    [other, `${name} market`],
  ] as const)
    await sqlOf(
      server,
      sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
        enabled, state)
      values (${workspaceId}, ${one}, 'telegram', ${called}, ${one}, 'shop_handle', ${subAccountId}, '', false, 'online')`,
    );
  const order = { id, subAccountId, account, other };
  await meet(server, order, { account, name: 'Marta Secreta', verdict: 'new' });
  await meet(server, order, { account, name: 'Juan Privado', verdict: 'repeat' });
  await meet(server, order, { account: other, name: 'Li Verborgen', verdict: 'new' });
  await closeDay(server, order, dayOf(server, 1));
  return order;
}

type Met = { account: string; name: string; verdict: 'new' | 'repeat' };

async function meet(server: OrderServer, order: Order, { account, name, verdict }: Met): Promise<void> {
  const [fan, id] = [newId(), newId()];
  const at = new Date(server.clock.now()).toISOString();
  const { workspaceId } = server.owner;
  await sqlOf(
    server,
    sql`insert into fans (workspace_id, id, display_name) values (${workspaceId}, ${fan}, ${name})`,
  );
  await sqlOf(
    server,
    sql`
    insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, verdict, rule, scope,
      decided_at, platform, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${account}, ${order.subAccountId}, ${verdict}, 'first', 'workspace', ${at},
      'telegram', ${order.id}, ${dayOf(server)})`,
  );
  await sqlOf(
    server,
    sql`
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform,
      counts_as, display_name, handle, platform_user_id, grown_at, last_active_at, work_order_id, order_day)
    values (${workspaceId}, ${id}, ${fan}, ${fan}, ${account}, ${order.subAccountId}, 'telegram', ${verdict}, ${name},
      'a_fans_handle', 'platform-user-77', ${at}, ${at}, ${order.id}, ${dayOf(server)})
    on conflict do nothing`,
  );
}

async function closeDay(server: OrderServer, { id, account, other }: Order, closed: string): Promise<void> {
  const { workspaceId } = server.owner;
  const starts = `${closed}T00:00:00Z`;
  const ends = new Date(Date.parse(starts) + 86_400_000).toISOString();
  await sqlOf(
    server,
    sql`
    insert into work_order_days values (${workspaceId}, ${id}, ${closed}, ${starts}, ${ends}, ${ends}, 1, 7, 2, 2, 100,
      10, null, 5, '00:00', 'UTC')`,
  );
  await sqlOf(
    server,
    sql`
    insert into work_order_account_days values
      (${workspaceId}, ${id}, ${closed}, ${account}, 'Shop', 1, 4, 2),
      (${workspaceId}, ${id}, ${closed}, ${other}, 'Market', 0, 3, 0)`,
  );
  await sqlOf(
    server,
    sql`
    update work_orders set closed_base_fans = closed_base_fans + 1, closed_new_fans = closed_new_fans + 7,
      closed_repeat_fans = closed_repeat_fans + 2 where id = ${id}`,
  );
}

type Form = RequestOf<typeof api.createWorkOrderShare>['body'];

const form = (order: Order, given: Partial<Form> = {}): Form => ({
  title: 'Spring campaign',
  access: 'public',
  validDays: null,
  fanNames: 'none',
  chatHistory: false,
  orders: [{ workOrderId: order.id, socialAccountIds: null }],
  password: null,
  ...given,
});

async function share({ app, owner }: OrderServer, order: Order, given: Partial<Form> = {}) {
  const body = form(order, given);
  const made = await app.call(api.createWorkOrderShare, { body }, owner.token);
  const token = new URL(made.path, app.url).searchParams.get(api.shareParameter) ?? '';
  return { ...made, token };
}
