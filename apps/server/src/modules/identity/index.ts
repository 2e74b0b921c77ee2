/** Identifies people: owners, operators, login sessions, e-mail codes. */
export { ensureOperator, resetOperator } from './first-operator.ts';
export { createGuard } from './guessing/guard.ts';
export { handleJobs } from './jobs.ts';
export { createKeys } from './keys.ts';
export { sessionState } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { completeRegistration, createOwner } from './service.ts';
export { createSessions } from './sessions.ts';
export {
  endLogIns,
  findUser,
  isSessionOpen,
  passwordMustChange,
  removeTokensOf as deleteSubAccountData,
} from './store.ts';
