import { expect, it } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { checkNightly } from './nightly-check.ts';
import type { Handler, Queue } from './queue.ts';

it('reports how many faults a nightly check has found, and logs the first of them', async () => {
  const jobs: { name: string; cron: string | undefined; run: () => Promise<void> }[] = [];
  const queue: Pick<Queue, 'handle'> = {
    handle(job, handler: Handler<typeof job.payload>, cron) {
      const attempt = { number: 1, last: false, signal: new AbortController().signal };
      jobs.push({ name: job.name, cron, run: async () => handler(job.payload.parse({}), attempt) });
    },
  };
  const logged: unknown[] = [];
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  const metrics = createMetrics();
  let faults: number[] = [];
  checkNightly(
    queue,
    { log, metrics },
    {
      name: 'figures.prove',
      cron: '0 3 * * *',
      gauge: ['figure_faults', 'Wrong figures.'],
      find: async () => faults,
      message: 'figures differ',
    },
  );
  expect(jobs).toMatchObject([{ name: 'figures.prove', cron: '0 3 * * *' }]);
  const count = async () => {
    await jobs[0]?.run();
    return (await metrics.registry.metrics()).match(/^parley_figure_faults (\d+)$/m)?.[1];
  };
  expect(await count()).toBe('0');
  expect(logged).toEqual([]);
  faults = Array.from({ length: 21 }, (_, n) => n);
  expect(await count()).toBe('21');
  expect(logged).toEqual([[{ count: 21, faults: faults.slice(0, 20) }, 'figures differ']]);
  faults = [];
  expect(await count()).toBe('0');
  expect(logged).toHaveLength(1);
});
