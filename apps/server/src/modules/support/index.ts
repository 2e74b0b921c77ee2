/** The operator's own accounts on messaging apps: whom to write to, and whom to believe. */
export { registerRoutes } from './routes.ts';
export { startContact } from './service.ts';
