/**
 * Decides how a social account's web session appears from outside: one consistent device where its traffic comes out.
 */
export { registerRoutes } from './routes.ts';
export { deleteAccountData, deleteSubAccountData } from './service.ts';
