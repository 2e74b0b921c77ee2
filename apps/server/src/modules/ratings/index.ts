/** Ratings: visitors' scores of a conversation, requested after an agent has closed it. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { askForRating, dismissRating, rate, ratingFor } from './service.ts';
export { deleteAccountData, deleteSubAccountData } from './store.ts';
