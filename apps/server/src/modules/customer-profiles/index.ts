/** Keeps agents' notes about their customers, which only the desk shows. */

export { registerRoutes } from './routes.ts';
export { deleteSubAccountData, findFanIdsByAlias, readAliases } from './store.ts';
