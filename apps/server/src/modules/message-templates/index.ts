/** The message templates of social accounts: texts that a platform approves before they are sent. */
export { acceptedTemplates, type ListedTemplate } from './accepted-templates.ts';
export { presentTemplate } from './presenter.ts';
export { findApproved, readFetch, readForDesk } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { deleteTemplates, storeFetched, storeProblem } from './store.ts';
