/** Stores files: uploads of each purpose, and media fetched for messages. Their bytes are handled by base/files. */
export { copyFile } from './copy-file.ts';
export { type FetchedFile, storeFetchedFile } from './fetched-file.ts';
export { type InspectedFile, inspectedFileOf } from './inspected-file.ts';
export { createMediaInspector, type MediaInspector } from './inspection/media-inspector.ts';
export { handleJobs } from './jobs.ts';
export { keptKey } from './keys.ts';
export { inspectAgain, inspectLater } from './later-inspection.ts';
export { registerRoutes } from './routes.ts';
export {
  type FilesDeps,
  fileUrl,
  findUploaded,
  finishUpload as completeUploaded,
  keepFiles,
  keepShared,
  lockReleasable,
  openFile,
  presign,
  readCompleteFile,
  releaseFiles,
  takeUploaded,
  uploaderOf,
  visitorUploadPath,
} from './service.ts';
export { createFileAddresses, type FileAddresses } from './signed-address.ts';
export type { Uploader } from './store.ts';
