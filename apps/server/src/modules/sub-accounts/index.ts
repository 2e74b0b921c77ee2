/** Agents' log-ins, made by the owner and used in the desk. */
export { type Forget, handleJobs } from './forgetting.ts';
export { registerRoutes } from './routes.ts';
export { createSubAccount } from './service.ts';
export {
  findByAccountName,
  findDefault,
  findSubAccount,
  holdSubAccounts,
  notOfDeleted,
  type SubAccountRow,
} from './store.ts';
