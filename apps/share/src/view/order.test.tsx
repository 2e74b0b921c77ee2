import type { SharedView } from '@parley/contract/work-order-shares';
import { expect, it } from 'vitest';
import { textsOf } from '../lib/order-texts.ts';
import type { ShareLanguage } from '../lib/texts.ts';
import { formatsOf } from './formats.ts';
import { orderSection } from './order.ts';

const counts = { newFans: 1, repeatFans: 0 };
const order: SharedView['orders'][number] = {
  name: 'متجر Spring',
  platform: 'telegram',
  status: 'open',
  partial: false,
  totalGoal: null,
  dailyGoal: null,
  accountTotalGoal: null,
  accountDailyGoal: null,
  timeZone: 'Asia/Shanghai',
  resetTime: '06:30',
  total: counts,
  today: null,
  accounts: [{ name: 'متجر Shop', status: 'online', today: counts, total: counts }],
  days: [],
  snapshots: 0,
};

const show = (language: ShareLanguage, changes: Partial<typeof order> = {}) =>
  orderSection(
    { ...order, ...changes },
    { language, texts: textsOf(language), formats: formatsOf(language) },
    null,
  );

it.each([
  ['en-US', 'open', 'Resets daily at 06:30 (Asia/Shanghai)'],
  ['zh-CN', 'open', '每日 06:30 重置（Asia/Shanghai）'],
  ['en-US', 'closed', 'This work order is closed (days in Asia/Shanghai)'],
  ['zh-CN', 'closed', '工单已关闭（日期按 Asia/Shanghai）'],
] as const)('names the zone of its days, %s, %s', (language, status, note) => {
  expect(show(language, { status }).querySelector('.note')?.textContent).toBe(note);
});

it('isolates names from the text around them', () => {
  const names = [...show('en-US').querySelectorAll('bdi')].map((it) => it.textContent);
  expect(names).toEqual(['متجر Spring', 'متجر Shop']);
});
