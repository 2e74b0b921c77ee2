/** Lists the operator's own accounts on messaging apps, and verifies whether an account is one of them. */
export { registerRoutes } from './routes.ts';
export { startContact } from './service.ts';
