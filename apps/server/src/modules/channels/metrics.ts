import type { Metrics } from '../../base/metrics.ts';

export type ChannelsMetrics = ReturnType<typeof channelsMetrics>;

export function channelsMetrics({ counter, gauge }: Pick<Metrics, 'counter' | 'gauge'>) {
  return {
    connections: gauge('connections', 'Social accounts by connection state in this process.', 'state'),
    appDeliveries: counter(
      'app_deliveries',
      'Deliveries of platforms for all accounts of an app, by what they were answered with.',
      'platform',
      'result',
    ),
    appEventsDropped: counter(
      'app_events_dropped',
      'Events of such deliveries for accounts that are unknown or switched off.',
      'platform',
      'reason',
    ),
    tokenRefreshes: counter(
      'platform_token_refreshes',
      'Refreshes of platform tokens by what became of them.',
      'platform',
      'result',
    ),
    pairings: counter('account_pairings', 'Pairings of social accounts by their end.', 'platform', 'result'),
    outbound: counter('outbound_messages', 'Messages handed to platforms.', 'platform', 'result'),
  };
}
