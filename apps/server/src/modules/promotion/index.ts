/** Lets owners invite others, and shows the results: so far the links' clicks. */
export { registerRoutes } from './routes.ts';
export { createDefaultLink } from './service.ts';
