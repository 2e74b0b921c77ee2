/** The installation's own settings: its brand, its clients, whether it is open. */
export { registerRoutes } from './routes.ts';
export { type BrandDeps, brandOf } from './service.ts';
