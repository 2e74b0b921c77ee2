/** The material library: reusable contents with their media, in groups. */
export { type MaterialItem, readMaterials } from './library/queries.ts';
export { type MissingCopy, makeSentFile, takeSentFile } from './library/sent-file.ts';
export { lockMaterials } from './library/store.ts';
export { registerRoutes } from './routes.ts';
export { materialTypeNames } from './type-names.ts';
export type { ReadMaterialUsages } from './usages.ts';
