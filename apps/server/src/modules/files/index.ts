/** Stores files: uploads of each purpose, and media fetched for messages. Their bytes are handled by base/files. */
export { copyFile } from './copied.ts';
export { type Fetched, storeFetched } from './fetched.ts';
export { createMediaInspector, type MediaInspector } from './inspection/media-inspector.ts';
export { handleJobs } from './jobs.ts';
export { keptKey } from './keys.ts';
export { type LookedAt, lookedAt } from './looked-at.ts';
export { registerRoutes } from './routes.ts';
export {
  complete as completeUploaded,
  completeFile,
  type FilesDeps,
  fileUrl,
  findUploaded,
  holdReleasable,
  keepFiles,
  keepShared,
  openFile,
  presign,
  releaseFiles,
  takeUploaded,
  uploaderOf,
  visitorUploadPath,
} from './service.ts';
export { createFileAddresses, type FileAddresses } from './signed-address.ts';
export type { Uploader } from './store.ts';
