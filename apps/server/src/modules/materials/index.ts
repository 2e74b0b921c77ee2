/** The material library: what agents send again and again, with its media, in groups. */
export { holdMaterials } from './library/store.ts';
export { registerRoutes } from './routes.ts';
export type { ReadMaterialUsages } from './usages.ts';
