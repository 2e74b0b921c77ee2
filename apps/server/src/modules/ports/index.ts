/** Ports: one for each social account that is online. Held under a lease, so that no crash loses one permanently. */
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
