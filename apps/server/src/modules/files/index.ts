/** Stores uploads: avatars, documents for a certification, the brand's logo. The bytes are in base/files. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { fileUrl, keepFiles, keptKey, releaseFiles } from './service.ts';
