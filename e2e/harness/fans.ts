/** Fills a workspace with work orders that have goals and closed days, tags, dedupe libraries and shares. */
import * as librariesApi from '@parley/contract/dedupe-libraries';
import * as tagsApi from '@parley/contract/fan-tags';
import { fanPage } from '@parley/contract/fans';
import * as sharesApi from '@parley/contract/work-order-shares';
import * as workOrdersApi from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import type { Agent, Owner } from './people.ts';
import { fillSplitLinks, type SplitPaths } from './split-links.ts';
import type { Stage } from './stage.ts';

const settings = {
  totalGoal: 400,
  dailyGoal: 20,
  accountTotalGoal: 200,
  accountDailyGoal: 10,
  resetTime: '00:00',
};

/** Opens work orders, the first of which counts fans of the agents' websites from now on. */
export async function openWorkOrders({ client }: Owner, agent: Agent, other: Agent): Promise<void> {
  const open = (form: Pick<workOrdersApi.WorkOrderForm, 'name' | 'platform' | 'subAccountId' | 'remarks'>) =>
    client.call(workOrdersApi.createWorkOrder, { body: { ...settings, ...form } });
  const { subAccountId } = agent;
  await open({ name: 'Spring campaign', platform: 'webchat', subAccountId, remarks: 'Paid by the new fan' });
  await open({ name: '春节活动', platform: 'telegram', subAccountId: other.subAccountId, remarks: '' });
}

/** Runs in the database: creates 14 closed days of the work orders with a social account, as their resets would have. */
const closedDays = `
  create temporary table past as
    select o.workspace_id, o.id as work_order_id, o.open_day - n as day, 9 + (n * 7) % 13 as new_fans, n % 4 as repeat_fans,
      a.id as social_account_id, a.name, o.total_goal, o.daily_goal, o.account_total_goal, o.account_daily_goal,
      o.reset_time, o.time_zone
    from work_orders o cross join generate_series(1, 14) n
    join lateral (select id, name from social_accounts a where a.workspace_id = o.workspace_id
      and a.sub_account_id = o.sub_account_id and a.platform = o.platform order by created_at limit 1) a on true;
  insert into work_order_days (workspace_id, work_order_id, day, starts_at, ends_at, closed_at, base_fans, new_fans,
      repeat_fans, accounts, total_goal, daily_goal, account_total_goal, account_daily_goal, reset_time, time_zone)
    select workspace_id, work_order_id, day, reset_at(time_zone, reset_time, day), reset_at(time_zone, reset_time, day + 1),
      reset_at(time_zone, reset_time, day + 1), 0, new_fans, repeat_fans, 1, total_goal, daily_goal, account_total_goal,
      account_daily_goal, reset_time, time_zone
    from past;
  insert into work_order_account_days (workspace_id, work_order_id, day, social_account_id, name, base_fans, new_fans,
      repeat_fans)
    select workspace_id, work_order_id, day, social_account_id, name, 0, new_fans, repeat_fans from past;
  insert into fan_order_days (workspace_id, work_order_id, day, social_account_id, slot, base_fans, new_fans, repeat_fans)
    select workspace_id, work_order_id, day, social_account_id, 0, 0, new_fans, repeat_fans from past;
  update work_orders o set closed_new_fans = closed_new_fans + s.new_fans, closed_repeat_fans = closed_repeat_fans + s.repeat_fans
    from (select workspace_id, work_order_id, sum(new_fans) as new_fans, sum(repeat_fans) as repeat_fans
      from past group by workspace_id, work_order_id) s
    where o.workspace_id = s.workspace_id and o.id = s.work_order_id`;

async function tagFans({ client }: Owner): Promise<void> {
  const { list } = await client.call(fanPage, { query: {} });
  const rowIds = list.map(({ id }) => id);
  for (const [at, form] of (
    [
      { name: 'Wholesale', colour: 'blue' },
      { name: '老客户', colour: 'green' },
    ] as const
  ).entries()) {
    const { id } = await client.call(tagsApi.createFanTag, { body: form });
    const body = { rowIds: rowIds.slice(at, at + 2), add: [id], remove: [] };
    await client.call(tagsApi.applyFanTags, { body });
  }
}

async function fillLibraries({ client }: Owner): Promise<void> {
  const add = (name: string, platform: 'telegram' | 'webchat') =>
    client.call(librariesApi.createDedupeLibrary, {
      body: { name, platform, range: 'all', subAccountIds: [] },
    });
  const customers = await add('Customers of 2025', 'telegram');
  const texts = Array.from({ length: 200 }, (_, at) => `customer_${at}`);
  await client.call(librariesApi.addDedupeEntries, { body: { libraryId: customers.id, texts } });
  const test = await add('测试账号', 'webchat');
  await client.call(librariesApi.enableDedupeLibraries, { body: { ids: [test.id], enabled: false } });
}

/** Shares the counting work order without and with a password. Returns the paths of both links. */
async function shareWorkOrder({ client }: Owner): Promise<{ sharePath: string; lockedPath: string }> {
  const { list } = await client.call(workOrdersApi.workOrderPage, { query: { search: 'Spring' } });
  const share = (title: string, access: sharesApi.ShareAccess, fanNames: sharesApi.FanNames) =>
    client.call(sharesApi.createWorkOrderShare, {
      body: {
        title,
        access,
        fanNames,
        chatHistory: false,
        password: access === 'password' ? 'kite42' : null,
        validDays: access === 'password' ? 30 : null,
        orders: list.map(({ id }) => ({ workOrderId: id, socialAccountIds: null })),
      },
    });
  const locked = await share('For Li, weekly', 'password', 'none');
  const open = await share('Spring campaign', 'public', 'masked');
  return { sharePath: open.path, lockedPath: locked.path };
}

/** Extends a business whose visitors have written. Returns the paths of links; `lockedPath` needs a password. */
export async function fillFans(
  stage: Stage,
  owner: Owner,
): Promise<SplitPaths & { sharePath: string; lockedPath: string }> {
  await stage.server.age(closedDays);
  await tagFans(owner);
  await fillLibraries(owner);
  const splitPaths = await fillSplitLinks(stage, owner);
  const paths = await shareWorkOrder(owner);
  await until(
    'the closed days are signed',
    async () => {
      const { list } = await owner.client.call(workOrdersApi.workOrderPage, { query: { search: 'Spring' } });
      const query = { workOrderId: list[0]?.id ?? '' };
      const days = await owner.client.call(workOrdersApi.workOrderDays, { query });
      return days.list.length > 0 && days.list.every(({ signature }) => signature !== null);
    },
    90_000,
  );
  return { ...paths, ...splitPaths };
}
