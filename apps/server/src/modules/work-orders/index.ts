/** Work orders: goals of a sub-account on a platform, counted by days that each order defines. */
export { deleteSubAccountData } from './deletion/service.ts';
export { handleJobs } from './jobs.ts';
export { checkOrderFigures } from './miscounts/queries.ts';
export { presentTime } from './presenter.ts';
export { readAccounts, readItems, type WorkOrderAccountItem, type WorkOrderItem } from './queries.ts';
export { createResets } from './resets/loop.ts';
export { registerRoutes } from './routes.ts';
