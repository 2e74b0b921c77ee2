/** For tests, the demo and browser journeys: real and strict platforms on loopback, and a host in memory. */
export {
  type BotApiServer,
  startBotApiServer,
} from '../telegram/fixtures/bot-api-server.ts';
export type { BotHandle, Customer } from '../telegram/fixtures/bot-handle.ts';
export { type XmppCustomer, xmppCustomer } from '../xmpp/fixtures/customer.ts';
export { type Prosody, type ProsodyOptions, startProsody } from '../xmpp/fixtures/prosody.ts';
export { createTestHost, type LogLine, type TestHost, type TestHostOptions } from './host.ts';
export { until } from './until.ts';
