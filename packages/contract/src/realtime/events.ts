/**
 * Events of the socket. Nothing depends on their delivery: an event signals that there is something to fetch, or
 * carries transient data (typing).
 *
 * Path `/socket.io`, `auth: {token}` in the handshake (the access token). A desk joins its sub-account, a console its
 * workspace.
 */
import type { ConnectionState } from '../channels/endpoints.ts';
import type { ColleagueAct } from '../conversations/colleagues.ts';
import type { Message } from '../conversations/shapes.ts';
import type { Sentence } from '../identity/session-endings.ts';

export type ServerEvents = {
  /**
   * A conversation's event number `seq`. `message` is its present state, so that a client that has seen
   * `seq - 1` needs no request; any other fetches the events since its own.
   */
  changed(event: {
    conversationId: string;
    socialAccountId: string;
    seq: number;
    message: Message;
    /** A new message of a conversation that is archived: it raises no alert. */
    archived?: true | undefined;
  }): void;
  /**
   * For consoles, in place of `changed`: the message at `place` of a conversation is new or has changed, by event `seq`. They
   * fetch what they show, so that each reading is recorded.
   */
  moved(event: { conversationId: string; seq: number; place: number; inbound: boolean }): void;
  /** Read marks or settings moved in another desk of the same sub-account. */
  conversation(event: { conversationId: string; readSeq: number; unread: number }): void;
  /**
   * A conversation has come from another sub-account, whose name and person stand here, or was taken back by this one: fetch
   * what has happened in it. `id` is the hand-over's, `seq` the conversation's event. Desks only.
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
  /** Members of a group have come, gone or changed: fetch those that are shown again. Desks only. */
  members(event: { conversationId: string }): void;
  /** Texts were erased, whose sub-account keeps none: events that lie between, in these conversations. Desks only. */
  erased(event: { conversationIds: string[] }): void;
  /**
   * The import of a social account's history has gone on or ended: fetch its state again. It has put messages before all
   * others of these conversations.
   */
  historyImported(event: { socialAccountId: string; conversationIds: string[] }): void;
  /** The notes about a customer were changed: fetch them again. Desks only. */
  customerProfile(event: { fanId: string }): void;
  /** Tags of fans, or who has them, were changed: fetch the tags and the conversations again. Desks only. */
  fanTags(event: Record<string, never>): void;
  /** Sensitive-word rules alert, so many times: fetch how many alerts are unseen. Consoles only. */
  sensitiveWords(event: { alerts: number }): void;
  /** Prospective fans were left or have changed, which this desk or console sees: fetch those that are shown again. */
  prospectiveFans(event: Record<string, never>): void;
  /** A visitor has rated the conversation, or changed the rating: fetch its ratings again. Desks only. */
  rated(event: { conversationId: string; score: number; changed: boolean }): void;
  typing(event: { conversationId: string; on: boolean }): void;
  presence(event: { conversationId: string; online: boolean }): void;
  /**
   * A person at another desk of the same sub-account has a conversation open, writes in it or has left it. `person` is the
   * same for all pages of one login, `page` one of them. Without a repetition it ends after 15 seconds. Desks only.
   */
  colleague(event: {
    conversationId: string;
    person: string;
    page: string;
    act: ColleagueAct;
    name: string | null;
  }): void;
  account(event: { socialAccountId: string; state: ConnectionState; reason: string | null }): void;
  /** A social account came to the sub-account or left it, with its conversations: fetch both again. Desks only. */
  accountMoved(event: { socialAccountId: string }): void;
  /** An agent muted a social account or ended that, for all desks of the sub-account. Desks only. */
  accountMuted(event: { socialAccountId: string; muted: boolean }): void;
  /** A balance moved: fetch it again. */
  characters(event: { subAccountId: string | null }): void;
  /** Notifications were published, changed or read; `unread` null: ask. */
  notified(event: { unread: number | null }): void;
  /** A sub-account was made, changed or deleted, or its desk came or went: fetch it again. */
  subAccount(event: { subAccountId: string }): void;
  /**
   * The session was ended on the server: log out. `reason` is a `SessionEnding`, of the server's version; `message` is its
   * sentence, which servers of an older version leave out.
   */
  ended(event: { reason: string; message?: Sentence | undefined }): void;
};

export type ClientEvents = Record<string, never>;
