import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { defineJob, type Queue } from './queue.ts';

export type NightlyCheck = {
  /** Names the job. */
  name: string;
  cron: string;
  /** Name and description of the gauge that has the number of faults found last. */
  gauge: readonly [name: string, help: string];
  find(): Promise<readonly unknown[]>;
  /** Logged with the first faults. */
  message: string;
};

type Reporting = { log: Pick<Log, 'error'>; metrics: Pick<Metrics, 'gauge'> };

const mostLogged = 20;

/** Registers a check of stored figures, whose faults are reported to the operator: any means a defect. */
export function checkNightly(
  queue: Pick<Queue, 'handle'>,
  { log, metrics }: Reporting,
  { name, cron, gauge, find, message }: NightlyCheck,
): void {
  const found = metrics.gauge(...gauge);
  queue.handle(
    defineJob({ name, payload: z.object({}), maxAttempts: 3 }),
    async () => {
      const faults = await find();
      found.set(faults.length);
      if (faults.length > 0)
        log.error({ count: faults.length, faults: faults.slice(0, mostLogged) }, message);
    },
    cron,
  );
}
