import { examples as chatExamples } from '../chat-shares/examples.ts';
import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { workOrderId } from '../work-orders/examples.ts';
import type * as endpoints from './index.ts';
import type { SharedView, WorkOrderShare } from './shapes.ts';

export const shareId = exampleId('work-order-share');
/** The work order of the example link, which a test replaces with a separate one. */
export const sharedWorkOrderId = exampleId('shared-work-order');
/** The tokens of a link with a password and of a public one. */
export const shareToken = 'Rk1pX2wF0t8vQmJc4ZbYd7hNs3eUg6aLoK9iTxWqPzE';
export const publicShareToken = 'b7Vt3rKd9QnXc2JmFw6yHs0LzAe8PgUo4iRxT1kNvYq';

/** The id by which the page of the public link requests a conversation. */
export const sharedChat =
  'a1b2c3d4.q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA';

const form = {
  title: 'Spring campaign',
  access: 'password',
  validDays: 30,
  fanNames: 'masked',
  chatHistory: true,
  orders: [{ workOrderId: sharedWorkOrderId, socialAccountIds: null }],
  password: 'kite42',
} as const;
const share: WorkOrderShare = {
  id: shareId,
  title: form.title,
  path: `/workOrder/share?share=${shareToken}`,
  access: 'password',
  status: 'enabled',
  validDays: 30,
  fanNames: 'masked',
  chatHistory: true,
  orders: [{ workOrderId, name: 'Spring campaign', platform: 'webchat', socialAccountIds: null }],
  sharedAt: exampleTime(),
  expiresAt: exampleTime(30 * 1_440),
  opens: 3,
  lastOpenedAt: exampleTime(90),
  version: 1,
};
const filters = {
  search: 'Spring',
  workOrderId: sharedWorkOrderId,
  status: 'enabled',
  sort: 'title.asc',
} as const;
const today = { newFans: 18, repeatFans: 2 };
const total = { newFans: 412, repeatFans: 37 };
const view: SharedView = {
  title: form.title,
  expiresAt: share.expiresAt,
  orders: [
    {
      name: 'Spring campaign',
      platform: 'webchat',
      status: 'open',
      partial: false,
      totalGoal: 1_000,
      dailyGoal: 50,
      accountTotalGoal: 400,
      accountDailyGoal: 20,
      timeZone: 'Europe/Madrid',
      resetTime: '06:30',
      total,
      today: { day: '2026-03-02', startsAt: exampleTime(-390), endsAt: exampleTime(1_050), ...today },
      accounts: [{ name: 'Shop', status: 'online', today, total }],
      days: [{ day: '2026-03-01', newFans: 47, repeatFans: 5 }],
      snapshots: 1,
    },
  ],
  fans: [{ name: 'M•••', visitor: null, type: 'new', account: 'Shop', at: exampleTime() }],
  chatHistory: true,
};
const pass = 'mm4x2k8w.qB0rYc1nV7tKp3sXz9Lf5Hd2Gj6Wa8Ue4Ri0To1Ym3N';
const file = {
  format: 'parley-work-order-snapshots/1' as const,
  keys: { k7d2mq4x: 'mJ1m0yYhP3v0o6kq7m1sQd0l0Yc8zW4nq1k9m8m2a3E=' },
  snapshots: [
    {
      content: '{"day":"2026-03-01"}',
      hash: 'bd3c6d52a2a8d40cd0b0d9c5f3cd1c6b8f2a1a4c8be7c3d7c9a6e5f4d3c2b1a0',
      keyId: 'k7d2mq4x',
      signature: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA==',
    },
  ],
};

export const examples: ExamplesOf<typeof endpoints> = {
  workOrderSharePage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [share], total: 1 },
  },
  exportWorkOrderShares: { query: filters },
  getWorkOrderShare: { query: { shareId }, answer: share },
  createWorkOrderShare: {
    body: { ...form, orders: [{ workOrderId: sharedWorkOrderId, socialAccountIds: null }] },
    answer: share,
  },
  updateWorkOrderShare: {
    body: {
      shareId,
      version: 1,
      ...form,
      title: 'Spring and summer',
      orders: [{ workOrderId: sharedWorkOrderId, socialAccountIds: null }],
    },
    answer: { ...share, title: 'Spring and summer', version: 2 },
  },
  setWorkOrderShareEnabled: {
    body: { shareId, enabled: false },
    answer: { ...share, status: 'disabled', version: 2 },
  },
  cancelWorkOrderShare: { body: { shareId }, answer: { ...share, status: 'cancelled', version: 2 } },
  deleteWorkOrderShare: { body: { shareId }, answer: null },
  getWorkOrderSharePassword: { query: { workOrderId: sharedWorkOrderId }, answer: { password: 'kite42' } },
  setWorkOrderSharePassword: {
    body: { workOrderId: sharedWorkOrderId, password: 'kite43' },
    answer: null,
  },
  workOrderSnapshots: { query: { workOrderId: sharedWorkOrderId }, answer: file },
  openWorkOrderShare: {
    body: { token: shareToken, password: 'kite42' },
    answer: {
      pass,
      expiresAt: exampleTime(1_440),
    },
  },
  readWorkOrderShare: {
    query: { token: publicShareToken, pass },
    answer: view,
  },
  sharedSnapshots: {
    query: {
      token: publicShareToken,
      pass,
      order: 0,
    },
    answer: file,
  },
  sharedChats: {
    query: { token: publicShareToken, pass, cursor: sharedChat },
    answer: {
      list: [
        { chat: sharedChat, name: null, visitor: '0•••', type: 'new', account: 'Shop', at: exampleTime() },
      ],
      nextCursor: null,
    },
  },
  readSharedChat: {
    query: { token: publicShareToken, pass, chat: sharedChat, before: 8 },
    answer: { ...chatExamples.readChatShare.answer, title: form.title, name: 'M•••' },
  },
  sharedChatFile: {
    query: { token: publicShareToken, pass, chat: sharedChat, seq: 7 },
    answer: chatExamples.sharedFileLink.answer,
  },
  snapshotPublicKeys: {
    answer: {
      keys: [
        {
          id: 'k7d2mq4x',
          publicKey: 'mJ1m0yYhP3v0o6kq7m1sQd0l0Yc8zW4nq1k9m8m2a3E=',
          createdAt: exampleTime(-20_000),
          replacedAt: null,
        },
      ],
    },
  },
};
