export * from './api-error.ts';
export { type CallOptions, type Client, type ClientOptions, createClient } from './client.ts';
export { type ClientErrorId, clientMessage } from './client-messages.ts';
export {
  connectRealtime,
  type Realtime,
  type RealtimeHandlers,
  type RealtimeOptions,
} from './realtime.ts';
export type { ClientAudience, KeyValueStorage, TokenStore } from './token-store.ts';
