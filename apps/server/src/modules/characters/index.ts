/** Prepaid characters: the ledger, reservations, and who has how many left. */
export { handleJobs } from './jobs.ts';
export { type Balance, findDiscrepancies } from './queries.ts';
export { registerRoutes } from './routes.ts';
export { type Characters, type Charge, createCharacters, type ReservedCharacters } from './service.ts';
