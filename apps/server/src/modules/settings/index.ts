/** The installation's own settings: its brand, its clients, and whether registration is open. */
export { registerRoutes } from './routes.ts';
export { type BrandDeps, brandOf } from './service.ts';
