/** Serves the screens of the operator, who runs this installation. */
export { registerRoutes } from './routes.ts';
