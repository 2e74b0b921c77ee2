/** Publishes the operator's notifications to owners, in both languages, until they expire. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { notifyOwner } from './service.ts';
