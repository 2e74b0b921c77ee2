/** Shows work orders to people without a login, by links, and signs their closed days. */

export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { replaceSigningKey } from './snapshots/signing-keys.ts';
