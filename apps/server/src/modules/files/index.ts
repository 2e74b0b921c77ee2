/** Stores uploads: avatars, documents for a certification, the brand's logo, lists of people to import, media of materials. The bytes are in base/files. */
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
