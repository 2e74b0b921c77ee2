/** Agents' log-ins, made by the owner and used in the desk. */
export { registerRoutes } from './routes.ts';
export { createSubAccount } from './service.ts';
export { findByAccountName, findDefault, findSubAccount } from './store.ts';
