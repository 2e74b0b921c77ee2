/** Stores agents' notes about their customers. */

export { registerRoutes } from './routes.ts';
export { deleteSubAccountData, findFanIdsByAlias, readAliases } from './store.ts';
