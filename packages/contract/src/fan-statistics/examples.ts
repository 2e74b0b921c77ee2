import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

/** A reset of the statistics. */
export const statisticsResetId = exampleId('statistics-reset');

const reset = { id: statisticsResetId, resetAt: exampleTime(-60), undoUntil: exampleTime(23 * 60) };

export const examples: ExamplesOf<typeof endpoints> = {
  subAccountFansRank: {
    query: {
      period: '7d',
      subAccountIds: subAccountId,
      platforms: 'webchat,telegram',
      pageNo: 1,
      pageSize: 10,
    },
    answer: {
      list: [
        {
          rank: 1,
          subAccountId,
          accountName: agent.accountName,
          remark: agent.subAccountRemark,
          new: 42,
          repeat: 6,
        },
      ],
      total: 1,
    },
  },
  platformGrowthLineChart: {
    query: { days: '7', subAccountIds: subAccountId, platforms: 'webchat,telegram' },
    answer: {
      days: [
        '2026-02-24',
        '2026-02-25',
        '2026-02-26',
        '2026-02-27',
        '2026-02-28',
        '2026-03-01',
        '2026-03-02',
      ],
      platforms: [{ platform: 'webchat', new: [4, 6, 9, 0, 8, 9, 6], repeat: [1, 0, 2, 0, 1, 1, 1] }],
    },
  },
  fanStatistics: {
    query: { subAccountIds: subAccountId, platforms: 'webchat,telegram', day: '2026-03-01' },
    answer: {
      base: 180,
      total: { new: 42, repeat: 6 },
      today: { day: '2026-03-02', new: 6, repeat: 1 },
      single: { day: '2026-03-01', new: 9, repeat: 1 },
      reset,
    },
  },
  resetStatistics: { body: { replaces: null }, answer: reset },
  undoStatisticsReset: { body: { resetId: statisticsResetId }, answer: null },
  getFanSettings: { answer: { inactiveAfterDays: 30, mergeByPhone: false } },
  setFanSettings: {
    body: { inactiveAfterDays: 14, mergeByPhone: true },
    answer: { inactiveAfterDays: 14, mergeByPhone: true },
  },
};
