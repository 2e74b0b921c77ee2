/** Chats: inbound and outbound messages, and what desks and consoles read of them. */

export { deleteAccountData, deleteSubAccountData } from './deletion/store.ts';
export { ownConversation, presentOne } from './desk-list/present.ts';
export { readUnread } from './desk-list/queries.ts';
export type { CanLeaveGroups, DepartureOutcome, Departures } from './groups/departures/service.ts';
export type { Departure } from './groups/departures/store.ts';
export { acceptHistory } from './history-import/service.ts';
export { type Inbound, ownTextOf } from './inbound/inbound-message.ts';
export { fetchMedia, messageArrived } from './inbound/jobs.ts';
export { keysBefore, type MessagePlace, orderedKey } from './job-order.ts';
export { linkToFile } from './media/link.ts';
export { finishMedia, showFacts } from './media/service.ts';
export { hasPreview, isFetching, readyMedia } from './media/stored-media.ts';
export type { ChangeOutbox, ChangeOutcome } from './message-changes/outbox.ts';
export type { ReceivedChange } from './message-changes/received.ts';
export type { ChangeToMake } from './message-changes/store.ts';
export { automaticReplyId, type ReplyPart, replyAutomatically } from './outbound/automatic.ts';
export type { MessageOutbox } from './outbound/outbox.ts';
export {
  type TranslatedComment,
  translateComment,
} from './owner-translation/comment.ts';
export type { PaidTranslationDeps as TranslationDeps } from './paid-translation.ts';
export { findChat, lastInboundId } from './reading/queries.ts';
export { readForVisitor } from './reading/visitor.ts';
export { readRetention } from './retention/store.ts';
export { vectorOf } from './search/word-index.ts';
export { type Conversations, createConversations, registerRoutes } from './service.ts';
export { storableId } from './storable.ts';
export {
  countConversations,
  findConversation,
  findGuests,
  findMessage,
  findMessageAndConversation,
  giveConversation,
  lockConversation,
  lockMessage,
  moveConversations,
  returnHandedOver,
  subAccountOfSocialAccount,
  takeNumber,
} from './store.ts';
export { conversationClosed } from './triage/jobs.ts';
export type { SendRulesOf } from './window.ts';
