/** Stores files: uploads of each purpose, and media that are fetched for messages. The bytes are in base/files. */
export { copyFile } from './copied.ts';
export { type Fetched, storeFetched } from './fetched.ts';
export { handleJobs } from './jobs.ts';
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
  keptKey,
  openFile,
  presign,
  releaseFiles,
  takeUploaded,
  uploaderOf,
  visitorUploadPath,
} from './service.ts';
export { createFileAddresses, type FileAddresses } from './signed-address.ts';
export type { Uploader } from './store.ts';
