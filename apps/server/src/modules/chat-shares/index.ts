/** Shows single conversations to people without a login, by links. A link is deleted with its conversation. */
export { handleJobs } from './jobs.ts';
export { registerRoutes } from './routes.ts';
export { readFile, type ShownConversation } from './view/queries.ts';
export { type ChatPlace, readChat } from './view/view.ts';
