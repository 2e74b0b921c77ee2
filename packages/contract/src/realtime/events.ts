/**
 * Socket events. Nothing depends on their delivery: an event signals that there is something to fetch, or carries transient
 * data (typing).
 *
 * Path `/socket.io`, `auth: {token}` in the handshake (the access token). A desk joins its sub-account's room, a console its
 * workspace's.
 */
import type { ConnectionState } from '../channels/endpoints.ts';
import type { ColleagueAct } from '../conversations/colleagues.ts';
import type { Message } from '../conversations/shapes.ts';
import type { Sentence } from '../identity/session-endings.ts';

export type ServerEvents = {
  /**
   * The conversation's event number `seq`. `message` is the current state, so that a client that has seen `seq - 1` needs no
   * request; any other client fetches the events since its own.
   */
  changed(event: {
    conversationId: string;
    socialAccountId: string;
    seq: number;
    message: Message;
    /** True for a new message in an archived conversation, which raises no alert. */
    archived?: true | undefined;
  }): void;
  /**
   * Sent to consoles instead of `changed`: the message at `place` is new or has changed, by event `seq`. Consoles fetch what
   * they show, so that each reading is audited.
   */
  moved(event: { conversationId: string; seq: number; place: number; inbound: boolean }): void;
  /** Read position or settings were changed in another desk of the same sub-account. */
  conversation(event: { conversationId: string; readSeq: number; unread: number }): void;
  /**
   * A conversation was received from another sub-account, whose name and person are included, or was taken back by this one:
   * fetch its events. `id` is the hand-over's, `seq` the conversation's event. Desks only.
   */
  handedOver(event: {
    id: string;
    conversationId: string;
    socialAccountId: string;
    seq: number;
    from: string;
    authorName: string | null;
    takenBack: boolean;
  }): void;
  /** Members of a group have joined, left or changed: fetch those shown again. Desks only. */
  members(event: { conversationId: string }): void;
  /**
   * Texts in these conversations were erased, because their sub-account keeps none or they exceeded the retention period: fetch
   * the messages shown again. Desks only.
   */
  erased(event: { conversationIds: string[] }): void;
  /**
   * The import of a social account's history has progressed or ended: fetch its state again. It has inserted messages before
   * all others of these conversations.
   */
  historyImported(event: { socialAccountId: string; conversationIds: string[] }): void;
  /** The notes about a customer were changed: fetch them again. Desks only. */
  customerProfile(event: { fanId: string }): void;
  /** Tags of fans, or their assignments, have changed: fetch the tags and the conversations again. Desks only. */
  fanTags(event: Record<string, never>): void;
  /** The number of new alerts by sensitive-word rules: fetch the number of unseen ones. Consoles only. */
  sensitiveWords(event: { alerts: number }): void;
  /** Prospective fans visible to this desk or console were added or changed: fetch those shown again. */
  prospectiveFans(event: Record<string, never>): void;
  /** A visitor has rated the conversation, or changed the rating: fetch its ratings again. Desks only. */
  rated(event: { conversationId: string; score: number; changed: boolean }): void;
  typing(event: { conversationId: string; on: boolean }): void;
  presence(event: { conversationId: string; online: boolean }): void;
  /**
   * A person at another desk of the same sub-account is viewing a conversation, replying in it, or has left it. `person` is the
   * same for all pages of one login, `page` identifies one of them. Expires after 15 seconds unless repeated. Desks only.
   */
  colleague(event: {
    conversationId: string;
    person: string;
    page: string;
    act: ColleagueAct;
    name: string | null;
  }): void;
  account(event: { socialAccountId: string; state: ConnectionState; reason: string | null }): void;
  /** A social account was added to or removed from the sub-account, with its conversations: fetch both again. Desks only. */
  accountMoved(event: { socialAccountId: string }): void;
  /** An agent muted or unmuted a social account for all desks of the sub-account. Desks only. */
  accountMuted(event: { socialAccountId: string; muted: boolean }): void;
  /** A character balance has changed: fetch it again. */
  characters(event: { subAccountId: string | null }): void;
  /** Notifications were published, changed or read; `unread` null: fetch the number. */
  notified(event: { unread: number | null }): void;
  /** A sub-account was created, changed or deleted, or its desk connected or disconnected: fetch it again. */
  subAccount(event: { subAccountId: string }): void;
  /**
   * The session was ended by the server: log out. `reason` is a `SessionEnding` of the server's version; `message` is its
   * sentence, absent from servers of an older version.
   */
  ended(event: { reason: string; message?: Sentence | undefined }): void;
};

export type ClientEvents = Record<string, never>;
