/** What is done in conversations without anybody there to do it. */
export { handleJobs } from './jobs.ts';
