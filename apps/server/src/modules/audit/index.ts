/** Records who did what, when and from where: an append-only log, written in the transaction of each act. */
export { changesOf, pictureChange } from './changes.ts';
export { exportSpreadsheet } from './export.ts';
export { auditEnvironment, handleJobs, maintainPartitions } from './jobs.ts';
export { type AuditRecord, record, recordHourly, recordRefusal } from './record.ts';
export { registerRoutes } from './routes.ts';
