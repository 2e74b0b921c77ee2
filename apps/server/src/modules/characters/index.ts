/** Prepaid characters: the ledger, reservations and balances. */
export type { Charge, ReservedCharacters } from './charge.ts';
export { handleJobs } from './jobs.ts';
export { type Block, LeasedBlocks, type LeaseSource, type Reservation } from './leased-blocks.ts';
export { checkLedger, findDiscrepancies } from './ledger-check/queries.ts';
export { registerRoutes } from './routes.ts';
export { type Characters, createCharacters } from './service.ts';
