/** What the person who runs this installation can see and do. */
export { registerRoutes } from './routes.ts';
