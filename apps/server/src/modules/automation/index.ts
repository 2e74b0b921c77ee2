/** Answers customers automatically while no agent is there. */
export { handleJobs } from './jobs.ts';
