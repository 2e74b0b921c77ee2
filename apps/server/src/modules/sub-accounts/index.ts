/** Agents' logins, created by the owner and used in the desk. */
export { type DeleteSubAccountData, handleJobs } from './deletion.ts';
export { addSubAccount, registerRoutes } from './routes.ts';
export { createSubAccount, requireSubAccounts } from './service.ts';
export {
  findByAccountName,
  findDefault,
  findSubAccount,
  lockSubAccounts,
  notOfDeleted,
  type SubAccountRow,
} from './store.ts';
