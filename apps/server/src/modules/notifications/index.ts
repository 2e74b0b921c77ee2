/** What the operator says to owners, in both languages, until it expires. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { notifyOwner } from './service.ts';
