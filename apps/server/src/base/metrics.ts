import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the base's metrics for `/metrics`, and factories for those that modules add; each name may exist once. One
 * registry per server, so that two servers in one test don't mix.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name: `parley_${name}_seconds`, help, labelNames, buckets, registers });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `parley_${name}_total`, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `parley_${name}`, help, labelNames, registers });
  return {
    registry,
    seconds,
    counter,
    gauge,
    requestSeconds: seconds('http_request', 'Time that HTTP requests take.', 'method', 'route', 'status'),
    jobSeconds: seconds('job', 'Time that jobs take.', 'job', 'result'),
    oldestDueJob: gauge('oldest_due_job_seconds', 'How long the oldest job that could be done has waited.'),
    databaseConnections: gauge(
      'database_connections',
      'Connections of this process to the database.',
      'state',
    ),
    sockets: gauge('sockets', 'Sockets connected now.', 'audience'),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
