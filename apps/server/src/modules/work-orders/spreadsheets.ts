/** Work orders and their closed days as spreadsheet tables, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import type { ClosedDay, WorkOrder } from '@parley/contract/work-orders';
import {
  choiceField,
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';

type Goals = Pick<WorkOrder, 'totalGoal' | 'dailyGoal' | 'accountTotalGoal' | 'accountDailyGoal'>;
const goals = <Item extends Goals>(): Field<Item>[] => [
  countField(text('总目标', 'Total goal'), (item) => item.totalGoal),
  countField(text('每日目标', 'Daily goal'), (item) => item.dailyGoal),
  countField(text('单账号总目标', 'Total goal per social account'), (item) => item.accountTotalGoal),
  countField(text('单账号每日目标', 'Daily goal per social account'), (item) => item.accountDailyGoal),
];

const open = text('进行中', 'Open');
const closed = text('已关闭', 'Closed');

const orderFields: readonly Field<WorkOrder>[] = [
  textField(text('名称', 'Name'), 24, (item) => item.name),
  choiceField(text('状态', 'Status'), 12, ({ status }) => (status === 'open' ? open : closed)),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('子账号', 'Sub-account'), 16, (item) => item.accountName),
  textField(text('子账号备注', 'Sub-account remark'), 20, (item) => item.subAccountRemark),
  countField(text('累计新粉', 'Total new fans'), (item) => item.total.newFans),
  ...goals<WorkOrder>(),
  countField(text('今日新粉', 'New fans today'), ({ today }) => today?.newFans ?? null),
  countField(text('今日重粉', 'Repeat fans today'), ({ today }) => today?.repeatFans ?? null),
  countField(text('累计重粉', 'Total repeat fans'), (item) => item.total.repeatFans),
  countField(text('底粉', 'Base fans'), (item) => item.total.baseFans),
  countField(text('在线社交账号', 'Social accounts online'), (item) => item.sessions.online),
  countField(text('社交账号总数', 'Total social accounts'), (item) => item.sessions.total),
  textField(text('每日重置时间', 'Daily reset time'), 14, (item) => item.resetTime),
  textField(text('时区', 'Time zone'), 20, (item) => item.timeZone),
  textField(text('备注', 'Remarks'), 40, (item) => item.remarks),
  timeField(text('创建时间', 'Created'), (item) => item.createdAt),
  timeField(text('关闭时间', 'Closed'), (item) => item.closedAt),
];

export const workOrderSheet = (reader: SheetReader): Sheet<WorkOrder> =>
  sheetOf(text('工单', 'Work orders'), orderFields, reader);

const dayFields: readonly Field<ClosedDay>[] = [
  textField(text('日期', 'Day'), 14, (item) => item.day),
  countField(text('新粉', 'New fans'), (item) => item.newFans),
  countField(text('重粉', 'Repeat fans'), (item) => item.repeatFans),
  countField(text('底粉', 'Base fans'), (item) => item.baseFans),
  ...goals<ClosedDay>(),
  countField(text('社交账号数', 'Social accounts'), (item) => item.accounts),
  timeField(text('开始时间', 'Started'), (item) => item.startsAt),
  timeField(text('结束时间', 'Ended'), (item) => item.endsAt),
];

export const closedDaySheet = (reader: SheetReader): Sheet<ClosedDay> =>
  sheetOf(text('工单历史', 'Work order history'), dayFields, reader);
