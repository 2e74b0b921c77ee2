/** Test helpers for other packages: real and strict platforms on loopback, and their customers. */
export {
  type RichAuthorization,
  startRichAuthorization,
} from '../conformance/rich-platform/authorization.ts';
export { createRichConnector } from '../conformance/rich-platform/connector.ts';
export { deliveryRequest, richAppSecrets } from '../conformance/rich-platform/deliveries.ts';
export { RichPlatform } from '../conformance/rich-platform/platform.ts';
export {
  type BotApiServer,
  startBotApiServer,
} from '../telegram/fixtures/bot-api-server.ts';
export type { BotHandle } from '../telegram/fixtures/bot-handle.ts';
export { type XmppCustomer, xmppCustomer } from '../xmpp/fixtures/customer.ts';
export { type Prosody, startProsody } from '../xmpp/fixtures/prosody.ts';
export { enterRoom } from '../xmpp/fixtures/room-member.ts';
