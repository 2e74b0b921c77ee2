import type { Metrics } from '../../base/metrics.ts';

export type ChannelsMetrics = ReturnType<typeof channelsMetrics>;

export function channelsMetrics({ counter, gauge }: Pick<Metrics, 'counter' | 'gauge'>) {
  return {
    connections: gauge('connections', 'Social accounts by connection state in this process.', 'state'),
    outbound: counter('outbound_messages', 'Messages handed to platforms.', 'platform', 'result'),
  };
}
