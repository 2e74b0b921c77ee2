/** Who somebody is: owners, operators, log-in sessions, e-mail codes. */
export { createGuard } from './guessing/guard.ts';
export { handleJobs } from './jobs.ts';
export { sessionState } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { createOwner, ensureOperator } from './service.ts';
export { createSessions } from './sessions.ts';
export { findUser, removeTokensOf as forgetSubAccount, sessionOpen } from './store.ts';
