/** Quick replies: reusable texts of agents, with the owner's translations. */
export { findKnownTranslation, type KnownTranslation } from './known-translation.ts';
export { readMaterialUsages } from './queries.ts';
export { registerRoutes } from './routes.ts';
