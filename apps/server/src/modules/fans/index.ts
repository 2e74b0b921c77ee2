/** Fans: their identities, and how each person counts. */

export type { FanVerdict } from '../../schema/fans.ts';
export { checkCounters, findMiscounts } from './counters/queries.ts';
export {
  deleteAccountData,
  deleteSubAccountData,
  deleteUnknownPeople,
  lockPeople,
} from './deletion/store.ts';
export { copyProfile, findRow } from './details/store.ts';
export type { DedupeScope } from './fan-verdict.ts';
export { handleJobs } from './jobs.ts';
export { followIdChange, mergeFans, undoMerge } from './merges/service.ts';
export { type FanCounts, readFanCounts } from './queries.ts';
export { turnIntoBaseFans } from './resets/store.ts';
export { registerRoutes } from './routes.ts';
export { type Encounter, identifyFans, type ResolvedFan } from './service.ts';
export { replayDay } from './statistics/replay/queries.ts';
