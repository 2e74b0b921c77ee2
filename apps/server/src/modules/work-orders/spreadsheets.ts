/** Work orders and their closed days as spreadsheet tables, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import type { ClosedDay, WorkOrder } from '@parley/contract/work-orders';
import {
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
} from '../../base/spreadsheet/sheet.ts';

const words = <Item>(title: SheetTexts, width: number, value: Field<Item>['value']): Field<Item> => ({
  title,
  kind: 'text',
  width,
  value,
});
const number = <Item>(title: SheetTexts, value: (item: Item) => number | null): Field<Item> => ({
  title,
  kind: 'count',
  width: 14,
  value,
});
const moment = <Item>(title: SheetTexts, value: (item: Item) => number | null): Field<Item> => ({
  title,
  kind: 'time',
  width: 20,
  value: (item, _, toWall) => {
    const at = value(item);
    return at === null ? null : toWall(at);
  },
});

type Goals = Pick<WorkOrder, 'totalGoal' | 'dailyGoal' | 'accountTotalGoal' | 'accountDailyGoal'>;
const goals = <Item extends Goals>(): Field<Item>[] => [
  number(text('总目标', 'Total goal'), (item) => item.totalGoal),
  number(text('每日目标', 'Daily goal'), (item) => item.dailyGoal),
  number(text('单账号总目标', 'Total goal per social account'), (item) => item.accountTotalGoal),
  number(text('单账号每日目标', 'Daily goal per social account'), (item) => item.accountDailyGoal),
];

const open = text('进行中', 'Open');
const closed = text('已关闭', 'Closed');

const orderFields: readonly Field<WorkOrder>[] = [
  words(text('名称', 'Name'), 24, (item) => item.name),
  words(text('状态', 'Status'), 12, ({ status }, language) => (status === 'open' ? open : closed)[language]),
  words(text('平台', 'Platform'), 16, ({ platform }, language) => platforms[platform].names[language]),
  words(text('子账号', 'Sub-account'), 16, (item) => item.accountName),
  words(text('子账号备注', 'Sub-account remark'), 20, (item) => item.subAccountRemark),
  number(text('累计新粉', 'Total new fans'), (item) => item.total.newFans),
  ...goals<WorkOrder>(),
  number(text('今日新粉', 'New fans today'), ({ today }) => today?.newFans ?? null),
  number(text('今日重粉', 'Repeat fans today'), ({ today }) => today?.repeatFans ?? null),
  number(text('累计重粉', 'Total repeat fans'), (item) => item.total.repeatFans),
  number(text('底粉', 'Base fans'), (item) => item.total.baseFans),
  number(text('在线社交账号', 'Social accounts online'), (item) => item.sessions.online),
  number(text('社交账号总数', 'Total social accounts'), (item) => item.sessions.total),
  words(text('每日重置时间', 'Daily reset time'), 14, (item) => item.resetTime),
  words(text('时区', 'Time zone'), 20, (item) => item.timeZone),
  words(text('备注', 'Remarks'), 40, (item) => item.remarks),
  moment(text('创建时间', 'Created'), (item) => item.createdAt),
  moment(text('关闭时间', 'Closed'), (item) => item.closedAt),
];

export const workOrderSheet = (reader: SheetReader): Sheet<WorkOrder> =>
  sheetOf(text('工单', 'Work orders'), orderFields, reader);

const dayFields: readonly Field<ClosedDay>[] = [
  words(text('日期', 'Day'), 14, (item) => item.day),
  number(text('新粉', 'New fans'), (item) => item.newFans),
  number(text('重粉', 'Repeat fans'), (item) => item.repeatFans),
  number(text('底粉', 'Base fans'), (item) => item.baseFans),
  ...goals<ClosedDay>(),
  number(text('社交账号数', 'Social accounts'), (item) => item.accounts),
  moment(text('开始时间', 'Started'), (item) => item.startsAt),
  moment(text('结束时间', 'Ended'), (item) => item.endsAt),
];

export const closedDaySheet = (reader: SheetReader): Sheet<ClosedDay> =>
  sheetOf(text('工单历史', 'Work order history'), dayFields, reader);
