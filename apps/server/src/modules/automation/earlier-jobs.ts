/**
 * Finds due jobs of a conversation's earlier messages. Jobs run concurrently, in this process and in others, so that a
 * later message's job could otherwise finish first.
 */
import type { ZodType, z } from 'zod';
import { Batches } from '../../base/batches.ts';
import { type Database, isDatabaseGone } from '../../base/db/database.ts';
import { type Job, type KeyRange, readDueJobs } from '../../base/queue/queue.ts';
import { keysBefore, type MessagePlace, messageArrived } from '../conversations/index.ts';
import { delayedReply } from './deferred-jobs.ts';

/** About as many as run concurrently: jobs that have been due for longer are done, or fail. */
const maxEarlier = 20;

export function createEarlierJobs(database: Database) {
  return { arrivals: earlierOf(database, messageArrived), delayed: earlierOf(database, delayedReply) };
}

function earlierOf<P extends ZodType>(database: Database, job: Job<P>) {
  const reads = new Batches<KeyRange, z.output<P>[]>({
    run: (ranges) => readDueJobs(database, job, ranges, maxEarlier),
    failsAll: isDatabaseGone,
  });
  return (place: MessagePlace): Promise<z.output<P>[]> => reads.add(keysBefore(job.name, place));
}
