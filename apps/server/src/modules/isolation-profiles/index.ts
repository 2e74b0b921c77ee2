/**
 * Defines how a social account's web session appears to its platform: as one consistent device at the place of its
 * exit.
 */
export { registerRoutes } from './routes.ts';
export { deleteAccountData, deleteSubAccountData } from './service.ts';
