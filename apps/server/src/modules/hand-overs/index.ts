/** Gives conversations to other sub-accounts, which answer in them while their social accounts stay where they are. */

export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { deleteSubAccountData } from './store.ts';
