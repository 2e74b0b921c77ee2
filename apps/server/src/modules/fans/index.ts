/** The people who write: their identities, and how each counts. */

export { type FanVerdict, fanVerdicts } from '../../schema/fans.ts';
export { deleteAccountData, deleteSubAccountData } from './deletion/store.ts';
export type { DedupeScope } from './fan-verdict.ts';
export { handleJobs } from './jobs.ts';
export { checkCounters, type FanCounts, findMiscounts, readFanCounts } from './queries.ts';
export { type Encounter, meetFans } from './service.ts';
