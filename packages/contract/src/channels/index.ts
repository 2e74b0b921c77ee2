export * from './account-pairing.ts';
export * from './account-purge.ts';
export { connectionStateNames } from './connection-states.ts';
export * from './endpoints.ts';
export * from './history-import.ts';
export * from './management.ts';
export { type PlatformFault, platformFaultSentence, platformFaults } from './platform-faults.ts';
export * from './quarantine.ts';
