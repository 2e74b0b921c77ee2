import { describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { presentForDesk, presentTime, presentWorkOrder } from './presenter.ts';
import type { WorkOrderAccountItem, WorkOrderItem } from './queries.ts';
import { closedDaySheet, workOrderSheet } from './spreadsheets.ts';

const now = Date.UTC(2026, 4, 6, 23);
const item: WorkOrderItem = {
  id: newId(),
  name: 'Spring',
  status: 'open',
  platform: 'telegram',
  subAccountId: newId(),
  accountName: 'abcd-efgh',
  subAccountRemark: 'Ana',
  totalGoal: 100,
  dailyGoal: 10,
  accountTotalGoal: null,
  accountDailyGoal: 5,
  remarks: '=1+1',
  resetTime: '06:30:00',
  timeZone: 'Asia/Shanghai',
  version: 3,
  online: 1,
  sessions: 2,
  newFans: 40,
  repeatFans: 7,
  baseFans: 9,
  day: '2026-05-07',
  startsAt: now,
  endsAt: now + 86_400_000,
  dayNew: 4,
  dayRepeat: 2,
  createdAt: now,
  closedAt: null,
};
const account = (workOrderId: string, name: string): WorkOrderAccountItem => ({
  workOrderId,
  socialAccountId: newId(),
  name,
  platform: 'telegram',
  status: 'online',
  dayNew: 1,
  dayRepeat: 2,
  dayBase: 3,
  newFans: 4,
  repeatFans: 5,
});

it('shortens the time of a reset to minutes', () => {
  expect(presentTime('06:30:00')).toBe('06:30');
});

describe('presentWorkOrder', () => {
  it('presents the figures of its running day and of all days', () => {
    expect(presentWorkOrder(item)).toMatchObject({
      resetTime: '06:30',
      sessions: { online: 1, total: 2 },
      total: { newFans: 40, repeatFans: 7, baseFans: 9 },
      today: {
        day: '2026-05-07',
        startsAt: now,
        endsAt: now + 86_400_000,
        newFans: 4,
        repeatFans: 2,
      },
    });
  });

  it('presents no day of an order without a running one', () => {
    expect(presentWorkOrder({ ...item, day: null }).today).toBeNull();
  });
});

describe('presentForDesk', () => {
  it('shows an agent its goals and its own accounts, but neither remarks nor settings', () => {
    const shown = presentForDesk(item, [account(item.id, 'Mine'), account(newId(), 'Another order’s')]);
    expect(shown.accounts).toMatchObject([
      {
        name: 'Mine',
        today: { newFans: 1, repeatFans: 2, baseFans: 3 },
        total: { newFans: 4, repeatFans: 5 },
      },
    ]);
    expect(Object.keys(shown).sort()).toEqual([
      'accountDailyGoal',
      'accountTotalGoal',
      'accounts',
      'dailyGoal',
      'id',
      'name',
      'platform',
      'today',
      'total',
      'totalGoal',
    ]);
  });
});

describe('the spreadsheets', () => {
  it('contains each value of a work order, and leaves absent ones empty', () => {
    const { columns, row } = workOrderSheet({ language: 'en-US', timeZone: 'Asia/Shanghai', now });
    const cells = row(presentWorkOrder({ ...item, day: null }));
    expect(Object.fromEntries(columns.map(({ title }, at) => [title, cells[at]]))).toEqual({
      Name: 'Spring',
      Status: 'Open',
      Platform: 'Telegram',
      'Sub-account': 'abcd-efgh',
      'Sub-account remark': 'Ana',
      'Total new fans': 40,
      'Total goal': 100,
      'Daily goal': 10,
      'Total goal per social account': null,
      'Daily goal per social account': 5,
      'New fans today': null,
      'Repeat fans today': null,
      'Total repeat fans': 7,
      'Base fans': 9,
      'Social accounts online': 1,
      'Total social accounts': 2,
      'Daily reset time': '06:30',
      'Time zone': 'Asia/Shanghai',
      Remarks: '=1+1',
      // 7:00 on the next morning there.
      'Created (Asia/Shanghai)': Date.UTC(2026, 4, 7, 7),
      'Closed (Asia/Shanghai)': null,
    });
  });

  it('names the history and its columns in Chinese', () => {
    const sheet = closedDaySheet({ language: 'zh-CN', timeZone: 'Asia/Shanghai', now });
    expect(sheet.fileName).toBe('工单历史 2026-05-07.xlsx');
    expect(sheet.columns.map(({ title }) => title)).toEqual([
      '日期',
      '新粉',
      '重粉',
      '底粉',
      '总目标',
      '每日目标',
      '单账号总目标',
      '单账号每日目标',
      '社交账号数',
      '开始时间 (Asia/Shanghai)',
      '结束时间 (Asia/Shanghai)',
    ]);
  });
});
