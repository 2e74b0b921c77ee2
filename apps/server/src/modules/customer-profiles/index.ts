/** What agents note about their customers: seen in the desk only. */

export { registerRoutes } from './routes.ts';
export { fansCalled, forgetSubAccount, readAliases } from './store.ts';
