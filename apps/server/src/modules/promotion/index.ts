/** How owners invite others, and what comes of it: so far the links' clicks. */
export { registerRoutes } from './routes.ts';
export { createDefaultLink } from './service.ts';
