/** Stores uploads: avatars, documents for a certification, the brand's logo, lists of people to import, media of materials. The bytes are in base/files. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { type FilesDeps, fileUrl, keepFiles, keptKey, openFile, releaseFiles } from './service.ts';
export { createFileAddresses, type FileAddresses } from './signed-address.ts';
