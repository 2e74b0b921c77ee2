/** A PostgreSQL that a server starts, keeps in its data directory and stops: found again after any end of its process. */
export { EmbeddedDatabaseError } from './errors.ts';
export { findPostmaster, stopPostmaster } from './postmaster.ts';
export type { PostgresSettings } from './settings.ts';
export { type EmbeddedDatabase, startEmbeddedDatabase } from './start.ts';
export { type DatabaseVisit, visitEmbeddedDatabase } from './visit.ts';
