/** Ports: one for each social account that is online. Taken under a lease, so that no crash keeps one for good. */
export { handleJobs } from './jobs.ts';
export { barredBy } from './pool.ts';
export { anyPortHeld, countTaken } from './queries.ts';
export { registerRoutes } from './routes.ts';
export {
  assertPortsAvailable,
  deleteAccountSessions,
  deleteSubAccountSessions,
  endAccountSessions,
  endPortSessions,
  type PortAnswer,
  peekPorts,
  takePorts,
} from './service.ts';
export { type PortSessionEnd, releaseExpiredPorts, releaseHeldPorts, renew } from './store.ts';
