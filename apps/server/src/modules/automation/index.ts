/** Answers customers automatically while no agent is present: welcome templates and keyword rules. */
export { compileRules } from './compiled-rules.ts';
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { readMaterialUsages } from './rules/queries.ts';
export { deleteSubAccountData } from './rules/store.ts';
export { createAutomation } from './service.ts';
