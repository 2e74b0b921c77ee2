import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** All that `/metrics` shows. One registry per server, so that two in one test don't mix. */
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
    requestSeconds: seconds('http_request', 'Time that HTTP requests take.', 'method', 'route', 'status'),
    jobSeconds: seconds('job', 'Time that jobs take.', 'job', 'result'),
    engineSeconds: seconds('engine', 'Time that engines take to answer.', 'engine'),
    oldestDueJob: gauge('oldest_due_job_seconds', 'How long the oldest job that could be done has waited.'),
    databaseConnections: gauge(
      'database_connections',
      'Connections of this process to the database.',
      'state',
    ),
    sockets: gauge('sockets', 'Sockets connected now.', 'audience'),
    connections: gauge('connections', 'Social accounts by connection state in this process.', 'state'),
    inbound: counter('inbound_messages', 'Messages that platforms handed in.', 'platform', 'result'),
    outbound: counter('outbound_messages', 'Messages handed to platforms.', 'platform', 'result'),
    ledgerFaults: gauge('ledger_faults', 'What the last nightly check found to differ from the ledger.'),
    translations: counter('translations', 'Translations by engine and outcome.', 'engine', 'result'),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
