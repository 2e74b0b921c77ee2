/**
 * Hands conversations over to other sub-accounts, which then answer in them while their social accounts stay where they
 * are.
 */

export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { deleteSubAccountData } from './store.ts';
