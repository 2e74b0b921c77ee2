import type { Client } from '@parley/api-client';
import {
  type ChartDays,
  fanStatistics,
  getFanSettings,
  platformGrowthLineChart,
  type RankPeriod,
  subAccountFansRank,
} from '@parley/contract/fan-statistics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export type FigureFilters = {
  /** Comma-separated; likewise the platforms. */
  subAccountIds?: string | undefined;
  platforms?: string | undefined;
};

/** Polling interval, in ms: new days, merges and changes in other browsers send no event. */
const refetchInterval = 60_000;

export const fanFigures = (client: Client, filters: FigureFilters & { day?: string | undefined } = {}) =>
  queryOptions({
    queryKey: [...queryKeys.fanStatistics, 'figures', filters],
    queryFn: ({ signal }) => client.call(fanStatistics, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const growthChart = (client: Client, query: FigureFilters & { days: ChartDays }) =>
  queryOptions({
    queryKey: [...queryKeys.fanStatistics, 'growth', query],
    queryFn: ({ signal }) => client.call(platformGrowthLineChart, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const fansRank = (
  client: Client,
  query: FigureFilters & { period: RankPeriod; pageNo: number; pageSize: number },
) =>
  queryOptions({
    queryKey: [...queryKeys.fanStatistics, 'rank', query],
    queryFn: ({ signal }) => client.call(subAccountFansRank, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const fanSettings = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.fanSettings,
    queryFn: ({ signal }) => client.call(getFanSettings, {}, { signal }),
  });
