import { pino } from 'pino';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../base/db/database.ts';
import { testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { fanAccountDays } from '../../schema/fans.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { handleJobs } from './jobs.ts';

it('verifies the counters against the verdicts every night, and reports faults to the operator', async () => {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'));
  try {
    const said: unknown[] = [];
    const faults: number[] = [];
    const metrics = { gauge: () => ({ set: (count: number) => void faults.push(count) }) };
    const log = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line)) });
    const jobs = new Map<string, { work: () => Promise<void>; cron: string | undefined }>();
    const queue: Pick<Queue, 'handle'> = {
      handle(job, handler, cron) {
        const attempt = { number: 1, last: false, signal: new AbortController().signal };
        jobs.set(job.name, { work: async () => handler(job.payload.parse({}), attempt), cron });
      },
    };
    // Handlers are only registered here, and the one that runs uses nothing but the database and the log.
    handleJobs(queue as Queue, Object.assign(Object.create(null), { database, log, metrics }));
    const prove = jobs.get('fans.prove');
    expect(prove?.cron).toBe('30 3 * * *');
    await prove?.work();
    expect(said).toEqual([]);
    const workspaceId = trustWorkspaceId(newId());
    const socialAccountId = newId();
    await database.db.insert(workspaces).values({ id: workspaceId });
    const miscounted = { slot: 0, baseFans: 0, newFans: 1, repeatFans: 0, day: '2026-05-06' };
    await database.db.insert(fanAccountDays).values({ workspaceId, socialAccountId, ...miscounted });
    await prove?.work();
    expect(said).toMatchObject([
      {
        msg: 'fan counters differ from their verdicts',
        faults: [{ counter: 'account days', key: expect.stringContaining(socialAccountId) }],
      },
    ]);
    expect(faults).toEqual([0, 1]);
  } finally {
    await database.close();
    await place.drop();
  }
});
