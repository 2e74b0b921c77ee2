/**
 * An agent's client without its UI: the logic of the desk, reusable by a desktop client, a mobile app or a script.
 *
 * A client provides storage, a clock, ids, the HTTP client and the socket, and displays the contents of the stores:
 *
 * 1. `createAgentSession` holds the login. Watch `loggedIn` and `ending`, log in with `client.call(deskLogIn, …)` and
 *    `client.logIn(tokens)`, then call `live.start()`. Call `readTokens()` when another window changes the tokens.
 * 2. `openUnsentJournal` opens the storage that survives a crash: IndexedDB in a browser, a file or SQLite elsewhere.
 * 3. `openChat` opens the sub-account's conversations: `threads.view(id)` is a conversation in the server's state, kept
 *    current despite lost, duplicated and reordered events; `held.hold(id, text)` translates, shows and sends a message;
 *    `outbox.add(message)` sends it as it is, now or when the connection is restored; `drafts` are unfinished texts.
 *    Call `outbox.flush()` when the network returns, and `outbox.reload()` when another window changes the storage.
 * 4. `followConversations` keeps the list of conversations current, in any cache that the client provides;
 *    `followCustomerSignals` reports who is typing and online, `followColleagues` who else has a conversation open.
 * 5. `followAlerts` alerts the agent to new messages, once for all windows, by any means that the client provides.
 *
 * `headless-client.test.ts` is a complete client of this kind. Nothing here requires React, a DOM or Node.
 */
export {
  type AlertCause,
  alertText,
  badgedTitle,
  type GroupAlerts,
  groupAlerts,
  unreadBadge,
} from './alerts/alert-rules.ts';
export { type AlertPort, type Alerts, followAlerts } from './alerts/alerts.ts';
export { type Chat, type ChatOptions, openChat } from './chat.ts';
export { type Cancel, type ClientClock, systemClock } from './clock.ts';
export {
  type Colleague,
  type Colleagues,
  followColleagues,
} from './conversations/colleagues.ts';
export {
  type ConversationFilter,
  type ConversationPages,
  findInPages,
  flattenPages,
  newer,
  shownView,
  withoutConversation,
  withPlaced,
} from './conversations/conversation-pages.ts';
export { type ConversationCache, followConversations } from './conversations/conversation-updates.ts';
export {
  type CustomerSignalStore,
  type CustomerSignals,
  followCustomerSignals,
} from './conversations/customer-signals.ts';
export { createLive, type Live, type LiveEvent, type LiveState } from './live.ts';
export type { Answers } from './sending/answers.ts';
export type { Drafts } from './sending/drafts.ts';
export type { HeldMessage, HeldMessages } from './sending/held-messages.ts';
export {
  type Journal,
  type JournalEntry,
  type JournalOptions,
  type JournalStorage,
  openUnsentJournal,
  type PageChannel,
  type PageLocks,
  type UnsentText,
} from './sending/journal.ts';
export type { Outbox, OutboxEntry, OutboxFile, OutboxStorage, ReplyTo } from './sending/outbox.ts';
export { sensitiveTextsOf } from './sending/sensitive-texts.ts';
export { createTypingSignal, type TypingSignal } from './sending/typing-signal.ts';
export { type AgentSession, type AgentSessionOptions, createAgentSession } from './session.ts';
export { handleSocketEvents, ignored, type SocketEventHandlers } from './socket-events.ts';
export { createStore, type ReadableStore } from './store.ts';
export { firstUnread, isFromBeginning, isHistory, lastInbound, shownStretch } from './threads/thread.ts';
export type { ThreadPlace, Threads, ThreadView } from './threads/thread-store.ts';
export { type TimelineItem, timeline, type WaitingMessage } from './threads/timeline.ts';
export { type UnsupportedLanguage, unsupportedLanguage } from './threads/unsupported-language.ts';
