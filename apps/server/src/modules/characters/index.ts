/** Prepaid characters: the ledger, reservations, and who has how many left. */
export { handleJobs } from './jobs.ts';
export { checkLedger, findDiscrepancies, type LedgerFault, type WorkspaceSums } from './ledger-check.ts';
export { registerRoutes } from './routes.ts';
export { type Characters, type Charge, createCharacters, type ReservedCharacters } from './service.ts';
