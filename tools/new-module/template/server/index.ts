/** __Plain nouns__: what a workspace keeps of them, and who may change it. */
export { registerRoutes } from './routes.ts';
