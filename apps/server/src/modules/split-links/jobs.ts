import { z } from 'zod';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { addJob, addJobs, defineJob, type Queue } from '../../base/queue/queue.ts';
import { makeVisitorPartitions, makeVisitPartitions } from '../../schema/split-links.ts';
import { deleteExpiredTokens } from './attribution/store.ts';
import { deleteOldBatches } from './bulk/store.ts';
import { type DomainsDeps, recheckDomain } from './domains/service.ts';
import { findDue } from './domains/store.ts';
import { deleteExpiredBindings, deletePastTaken } from './redirects/store.ts';
import { dropVisitPartitions, removeSome } from './store.ts';
import { visitCounter } from './visits/counting.ts';

/** Deletes the recorded data of a deleted split link. */
export const removeLink = defineJob({
  name: 'split-links.remove',
  payload: z.object({ workspaceId: z.uuid(), splitLinkId: z.uuid() }),
  maxAttempts: 10,
});

// The stored names of jobs don't change with those of constants: jobs of an earlier version are queued by them.
const visitMaintenance = defineJob({
  name: 'split-links.keep-visits',
  payload: z.object({}),
  maxAttempts: 3,
});

/** Deletes expired tokens: each tracked visit stores one, and none is of use for longer than a week. */
const deleteTokens = defineJob({
  name: 'split-links.forget-tokens',
  payload: z.object({}),
  maxAttempts: 3,
});

/** Counts the visits of a killed process, in case no other process records visits. */
const countVisits = defineJob({ name: 'split-links.count-visits', payload: z.object({}), maxAttempts: 3 });

/** Enqueues the check of each domain that is due. */
const checkDueDomains = defineJob({
  name: 'split-links.look-at-domains',
  payload: z.object({}),
  maxAttempts: 3,
});

/** Checks the proof of a verified domain again. */
const checkDomain = defineJob({
  name: 'split-links.look-at-domain',
  payload: z.object({ workspaceId: z.uuid(), splitDomainId: z.uuid() }),
  maxAttempts: 3,
});

type Deps = DomainsDeps & { log: Log };

export function handleJobs(queue: Queue, deps: Deps): void {
  const { database } = deps;
  queue.handle(removeLink, async ({ workspaceId, splitLinkId: id }) => {
    const key = { workspaceId: trustWorkspaceId(workspaceId), id };
    if (!(await inChunks(database, (tx) => removeSome(tx, key, chunkRows)))) return;
    await transaction(database, (tx) =>
      addJob(tx, removeLink, { workspaceId, splitLinkId: id }, { key: `remove split link ${id}` }),
    );
  });
  queue.handle(
    deleteTokens,
    async () => {
      const now = new Date(deps.clock.now());
      const isMore = await inChunks(database, (tx) => deleteExpiredTokens(tx, now, chunkRows));
      if (isMore) await enqueueAgain(database, deleteTokens);
    },
    '*/10 * * * *',
  );
  const count = visitCounter(database, deps.log);
  queue.handle(
    countVisits,
    async () => {
      await count();
    },
    '* * * * *',
  );
  handleDomains(queue, deps);
  queue.handle(
    visitMaintenance,
    async () => {
      if (await maintainVisits(deps)) await enqueueAgain(database, visitMaintenance);
    },
    '40 2 * * *',
  );
}

/** Enqueues a job again if it has more to do: a rush can leave more rows than one run deletes before its next schedule. */
const enqueueAgain = (
  database: Database,
  job: typeof visitMaintenance | typeof deleteTokens,
): Promise<void> => transaction(database, (tx) => addJob(tx, job, {}, { key: `${job.name} goes on` }));

/** Minimum age of the last check: a domain is checked once a day. */
const recheckAfterMs = 20 * 60 * 60 * 1000;

function handleDomains(queue: Queue, deps: Deps): void {
  queue.handle(checkDomain, ({ workspaceId, splitDomainId: id }) =>
    recheckDomain(deps, { workspaceId: trustWorkspaceId(workspaceId), id }),
  );
  queue.handle(
    checkDueDomains,
    async () => {
      const due = await findDue(deps.database, new Date(deps.clock.now() - recheckAfterMs), chunkRows);
      const jobs = due.map(({ workspaceId, id }) => ({
        payload: { workspaceId, splitDomainId: id },
        key: `check split domain ${id}`,
      }));
      await transaction(deps.database, (tx) => addJobs(tx, checkDomain, jobs));
    },
    '15 * * * *',
  );
}

const chunkRows = 5_000;
/** Chunks per run; then the job yields to other jobs, and to a server shutdown. */
const chunksPerRun = 20;

/** Repeats `runChunk` until nothing is left. Returns true if more may be left for a later job. */
async function inChunks(database: Database, runChunk: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  for (let chunks = 0; chunks < chunksPerRun; chunks += 1)
    if (!(await transaction(database, runChunk))) return false;
  return true;
}

/** Partitions created ahead, in months: a visit can't be stored without its partition. */
const monthsAhead = 3;
/** Months for which visits are kept; their counters stay. */
const visitMonths = 12;
/** Days for which the id of a bulk request is remembered: long after any client has stopped retrying. */
const batchDays = 30;

/** Creates the partitions of the coming months. Runs at each start, for servers that were off for a long time. */
export async function makePartitions(database: Database): Promise<void> {
  await makeVisitPartitions(database, monthsAhead + 1);
  await makeVisitorPartitions(database, monthsAhead + 2);
}

/**
 * Creates partitions, and deletes visits, visitors, bindings and cap counters past their retention. Returns true if there may be
 * more.
 */
async function maintainVisits({ database, clock, log }: Deps): Promise<boolean> {
  await makePartitions(database);
  const dropped = await transaction(database, (tx) => dropVisitPartitions(tx, visitMonths));
  if (dropped.length > 0) log.info({ partitions: dropped }, 'months of visits are past their retention');
  const now = new Date(clock.now());
  const areBindings = await inChunks(database, (tx) => deleteExpiredBindings(tx, now, chunkRows));
  const areDays = await inChunks(database, (tx) => deletePastTaken(tx, now, chunkRows));
  const oldest = new Date(clock.now() - batchDays * 86_400_000);
  const areBatches = await inChunks(database, (tx) => deleteOldBatches(tx, oldest, chunkRows));
  return areBindings || areDays || areBatches;
}
