/** The number of fans and its growth. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import { commaSeparated, id, page, pageQuery, time } from '../values.ts';

/** Maximum number of values per filter: as many as the fan list takes, whose figures these are. */
export const figureFilterLimit = 20;

const figureFilters = {
  subAccountIds: commaSeparated(id, figureFilterLimit).optional(),
  platforms: commaSeparated(platformId, figureFilterLimit).optional(),
};

/**
 * `today`, `7d` and `30d` are days of the workspace's calendar, including the current one; `24h` is the current hour and the 23
 * before it; `total` counts from the last reset of the statistics.
 */
export const rankPeriod = z.enum(['today', 'total', '24h', '7d', '30d']);
export type RankPeriod = z.output<typeof rankPeriod>;

const rankedSubAccount = z.object({
  /** Sub-accounts with the same numbers have the same rank. */
  rank: z.int().min(1),
  subAccountId: id,
  accountName: z.string(),
  remark: z.string(),
  /** Negative if more earlier fans were merged than new ones counted. */
  new: z.int(),
  repeat: z.int(),
});
export type RankedSubAccount = z.output<typeof rankedSubAccount>;

export const subAccountFansRank = endpoint({
  method: 'GET',
  path: '/api/system/fans/subAccountFansRank',
  audience: ['console'],
  summary:
    'The sub-accounts, all or some of them, ranked by new fans in a period, then by repeat fans, without deleted ones; on all or some platforms.',
  query: z.strictObject({
    ...pageQuery,
    period: rankPeriod.default('today'),
    ...figureFilters,
  }),
  answer: page(rankedSubAccount),
});

/** The number of days in a chart, including the current one. */
export const chartDays = z.enum(['7', '30']);
export type ChartDays = z.output<typeof chartDays>;

const platformGrowth = z.object({
  platform: z.string(),
  /** One value per day of the chart; negative if merges removed more than was added. */
  new: z.array(z.int()),
  repeat: z.array(z.int()),
});
export type PlatformGrowth = z.output<typeof platformGrowth>;

export const platformGrowthLineChart = endpoint({
  method: 'GET',
  path: '/api/system/fans/platformGrowthLineChart',
  audience: ['console'],
  summary:
    'New and repeat fans per day of the workspace’s calendar, by platform, most new fans first; of all fans, or of those of some sub-accounts and platforms. Days without any are zero. Deleted sub-accounts are left out.',
  query: z.strictObject({ days: chartDays.default('7'), ...figureFilters }),
  answer: z.object({
    /** Earliest first; the last one is the current day. */
    days: z.array(z.string()),
    platforms: z.array(platformGrowth),
  }),
});

const growth = z.object({ new: z.int(), repeat: z.int() });

const statisticsReset = z.object({
  id,
  /** The time from which the reset counts, a few seconds ahead of the request. */
  resetAt: time,
  /** The time until which it can be undone. */
  undoUntil: time,
});
export type StatisticsReset = z.output<typeof statisticsReset>;

export const fanStatistics = endpoint({
  method: 'GET',
  path: '/api/system/fans/statistics',
  audience: ['console'],
  summary:
    'Totals of all fans, or of those of some sub-accounts and platforms, without deleted sub-accounts. A merge counts on its day, so a day’s numbers can be negative.',
  query: z.strictObject({
    ...figureFilters,
    /** The day whose growth is in `single`; default: yesterday. */
    day: calendarDay.optional(),
  }),
  answer: z.object({
    /** Fans who currently count as base fans. */
    base: z.int(),
    /** New and repeat fans since counting began, or since the last reset. */
    total: growth,
    /** The current day of the workspace's calendar. */
    today: growth.extend({ day: z.string() }),
    single: growth.extend({ day: z.string() }),
    /** The reset in force; null: the statistics were never reset, or the reset was undone. */
    reset: statisticsReset.nullable(),
  }),
});
export type FanStatistics = z.output<(typeof fanStatistics)['answer']>;

/** Hours within which a reset can be undone. */
export const undoHours = 24;

export const resetStatistics = endpoint({
  method: 'POST',
  path: '/api/system/fans/statisticsReset',
  audience: ['console'],
  summary:
    'Resets the statistics: all current fans count as base fans in statistics and the fan list, and totals restart from zero. Charts, work orders, closed days and verdicts are not affected.',
  body: z.strictObject({
    /** The reset in force when the confirmation was shown; null: none. If another one is in force, answers `resource.stale`. */
    replaces: id.nullable(),
  }),
  answer: statisticsReset,
  errors: ['resource.stale'],
  audit: 'fan-statistics.reset',
});

export const undoStatisticsReset = endpoint({
  method: 'POST',
  path: '/api/system/fans/undoStatisticsReset',
  audience: ['console'],
  summary:
    'Undoes the latest reset within a day; the statistics then count from the previous reset, if there is one.',
  body: z.strictObject({ resetId: id }),
  answer: z.null(),
  errors: ['resource.not-found', 'fan-statistics.reset-final'],
  audit: 'fan-statistics.reset-undone',
});

const fanSettings = z.strictObject({
  /** Days without a message from a fan after which the fan counts as long inactive. */
  inactiveAfterDays: z.int().min(1).max(365),
  /** Fans for whom platforms report the same phone number are merged with the next message that carries it. */
  mergeByPhone: z.boolean(),
});
export type FanSettings = z.output<typeof fanSettings>;

export const getFanSettings = endpoint({
  method: 'GET',
  path: '/api/system/fans/settings',
  audience: ['console'],
  summary:
    'The rule by which a fan counts as long inactive, and whether one phone number identifies one person.',
  answer: fanSettings,
});

export const setFanSettings = endpoint({
  method: 'PUT',
  path: '/api/system/fans/settings',
  audience: ['console'],
  summary:
    'Changes the rule by which a fan counts as long inactive, and whether one phone number identifies one person.',
  body: fanSettings,
  answer: fanSettings,
  audit: 'workspace-settings.changed',
});
