/** What agents note about their customers: seen in the desk only. */

export { registerRoutes } from './routes.ts';
export { deleteSubAccountData, findFanIdsByAlias, readAliases } from './store.ts';
