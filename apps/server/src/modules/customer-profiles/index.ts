/** What agents note about their customers: seen in the desk only. */

export { registerRoutes } from './routes.ts';
export { deleteSubAccountData, fansCalled, readAliases } from './store.ts';
