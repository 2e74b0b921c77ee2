/** A PostgreSQL that a server starts, keeps in its data directory and stops, and finds again however its process ended. */
export { EmbeddedDatabaseError } from './errors.ts';
export { findPostmaster, stopPostmaster } from './postmaster.ts';
export type { PostgresSettings } from './settings.ts';
export { type EmbeddedDatabase, startEmbeddedDatabase } from './start.ts';
export { type DatabaseVisit, visitEmbeddedDatabase } from './visit.ts';
