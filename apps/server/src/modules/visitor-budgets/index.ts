/** What anonymous visitors may have translated a day at the owner's cost. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { createVisitorBudgets, type VisitorBudgets } from './service.ts';
