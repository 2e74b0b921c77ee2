/** Limits the translations per day that anonymous visitors may cause at the owner's cost. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { createVisitorBudgets, type VisitorBudgets } from './service.ts';
