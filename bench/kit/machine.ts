import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Describes the machine in one sentence. Load averages show whether other work was running. */
export function machineLine(postgresVersion: string, loadBefore: string): string {
  const model = cpus()[0]?.model.trim() || process.arch;
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const parts = [
    `${availableParallelism()} cores (${model}), ${gigabytes} GB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion}`,
    `load average ${loadBefore} before, ${loadLine()} after`,
  ];
  return `${new Date().toISOString().slice(0, 10)}: ${parts.join('; ')}.`;
}

/** Returns the load averages of 1, 5 and 15 minutes. */
export function loadLine(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
}
