/** Prepaid characters: the ledger, reservations and balances. */
export { handleJobs } from './jobs.ts';
export { type Block, LeasedBlocks, type LeaseSource, type Reservation } from './leased-blocks.ts';
export { checkLedger, findDiscrepancies } from './ledger-check/queries.ts';
export { registerRoutes } from './routes.ts';
export { type Characters, type Charge, createCharacters, type ReservedCharacters } from './service.ts';
