/** Invitation links of owners, and their results: so far, clicks. */
export { registerRoutes } from './routes.ts';
export { createDefaultLink } from './service.ts';
