/** The rooms that an account is in, for the lifetime of a stream. */
import { type Element, xml } from '@xmpp/client';
import type { ConnectorHost } from '../../spec.ts';
import { queryArchive } from '../archive.ts';
import type { FileAddressRule } from '../file-address.ts';
import { bare, ns, resourceOf } from '../namespaces.ts';
import type { XmppStream } from '../stream.ts';
import { dropBookmark, forgetBookmark, keepBookmark, readBookmarks } from './bookmarks.ts';
import { type Invitation, invitationIn } from './invitations.ts';
import { maxOccupants } from './occupants.ts';
import { Room } from './room.ts';
import type { RoomPositions } from './room-positions.ts';

/** Maximum number of rooms per account. */
const maxRooms = 50;
/** Maximum number of invitations accepted per hour, since anybody may invite. */
const maxInvitations = 20;
const hourMs = 3_600_000;

export type Rooms = {
  get(address: string): Room | undefined;
  /** Enters the account's previous rooms. Resolves once it is known which these are. */
  begin(): Promise<void>;
  /** Accepts the invitation in a message to the account, if it is one. Resolves once the invitation is durable. */
  invited(message: Element): Promise<void>;
  /** Handles a stanza that belongs to a room; returns false for any other. */
  take(stanza: Element): boolean;
  /** Returns whether the room has this message, like `wasSent` for the account's archive. Null: unknown. */
  wasSent(room: Room, stanzaId: string): Promise<boolean | null>;
  /** Leaves a room for good: neither this stream nor later ones enter it again. Rejects if that isn't certain. */
  leave(address: string): Promise<void>;
  stop(): Promise<void>;
};

export type RoomsOptions = {
  stream: XmppStream;
  host: ConnectorHost;
  positions: RoomPositions;
  addressOf: FileAddressRule;
  signal: AbortSignal;
};

export function createRooms(options: RoomsOptions): Rooms {
  return new AccountRooms(options);
}

class AccountRooms implements Rooms {
  readonly #options: RoomsOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #over = new AbortController();
  readonly #budget = { left: maxOccupants.ofAccount };
  /** The times at which invitations were accepted, oldest first. */
  readonly #accepted: number[] = [];
  /** Settles once no room is being left. */
  #left: Promise<unknown> = Promise.resolve();
  /** The server supports bookmarks. */
  #hasBookmarks = false;

  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  get(address: string): Room | undefined {
    return this.#rooms.get(address);
  }

  async begin(): Promise<void> {
    const { stream, host, positions } = this.#options;
    if (!host.joinsGroups) return;
    const kept = await readBookmarks(stream);
    this.#hasBookmarks = kept !== null;
    const known = kept ?? positions.all().map((room) => ({ room, nick: null }));
    for (const { room, nick } of known.slice(0, maxRooms)) this.#enter({ room, password: null }, nick);
  }

  async invited(message: Element): Promise<void> {
    const { host } = this.#options;
    const invitation = invitationIn(message);
    if (invitation === null) return;
    if (host.joinsGroups) await this.#accept(invitation);
    else
      host.log.info({ room: invitation.room }, 'xmpp: an invitation was not accepted, as the owner wants it');
  }

  take(stanza: Element): boolean {
    const room = this.#rooms.get(bare(stanza.attrs.from ?? ''));
    if (stanza.is('presence')) {
      room?.presence(stanza);
      return room !== undefined;
    }
    if (stanza.attrs.type === 'groupchat') {
      room?.message(stanza);
      return true;
    }
    if (!room || !isPrivate(stanza)) return false;
    refusePrivate(this.#options.stream, stanza);
    return true;
  }

  wasSent(room: Room, stanzaId: string): Promise<boolean | null> {
    return wasSent(this.#options.stream, room, stanzaId);
  }

  async leave(address: string): Promise<void> {
    const leaving = this.#leave(address);
    this.#left = Promise.allSettled([this.#left, leaving]);
    await leaving;
  }

  async #leave(address: string): Promise<void> {
    const { stream, host, positions } = this.#options;
    // First, because the next stream enters bookmarked rooms, even after a crash.
    await forgetBookmark(stream, address);
    const room = this.#rooms.get(address);
    await room?.leave().finally(() => this.#rooms.delete(address));
    positions.forget(address);
    await positions.settled();
    if (room === undefined) await host.group({ chatId: address, own: { exit: 'left' } });
  }

  async stop(): Promise<void> {
    this.#over.abort(new Error('Closed'));
    await Promise.all([...this.#rooms.values()].map((room) => room.stop()));
    await this.#options.positions.settled();
  }

  #enter({ room: address, password }: Invitation, nick: string | null): void {
    if (this.#rooms.has(address) || this.#rooms.size >= maxRooms) return;
    const { stream, signal } = this.#options;
    const room = new Room({
      ...this.#options,
      address,
      password,
      budget: this.#budget,
      nick: nick ?? ownName(stream.account),
      signal: AbortSignal.any([signal, this.#over.signal]),
      onExit: () => {
        this.#rooms.delete(address);
        if (this.#hasBookmarks) void dropBookmark(stream, address).catch(() => undefined);
      },
    });
    this.#rooms.set(address, room);
    void room.enter();
  }

  async #accept(invitation: Invitation): Promise<void> {
    const { stream, host } = this.#options;
    const { room } = invitation;
    // A member who invites the account back may see it leave before Parley has stored the departure.
    await this.#left;
    if (this.#rooms.has(room) || this.#rooms.size >= maxRooms) return;
    const now = host.clock.now();
    while (this.#accepted[0] !== undefined && this.#accepted[0] <= now - hourMs) this.#accepted.shift();
    if (this.#accepted.length >= maxInvitations) return;
    this.#accepted.push(now);
    // Save the room before the invitation counts as read, so that a crash in between loses neither.
    if (this.#hasBookmarks) await keepBookmark(stream, { room, nick: null }).catch(() => undefined);
    this.#enter(invitation, null);
  }
}

/** The account's name in rooms, unless a bookmark has another one. */
const ownName = (account: string) => account.slice(0, account.indexOf('@'));

/** Returns whether an occupant's message is addressed to the account alone (XEP-0045, 7.5); it belongs to no conversation. */
const isPrivate = (stanza: Element) =>
  stanza.attrs.type !== 'error' &&
  resourceOf(stanza.attrs.from ?? '') !== '' &&
  stanza.getChild('body') !== undefined &&
  stanza.getChild('x', ns.roomUser)?.getChild('invite') === undefined;

function refusePrivate(stream: XmppStream, { attrs: { from = '', id } }: Element): void {
  const condition = xml('not-acceptable', { xmlns: ns.stanzaErrors });
  const refusal = xml('message', { to: from, type: 'error', ...(id === undefined ? {} : { id }) });
  refusal.append(xml('error', { type: 'cancel' }, condition));
  void stream.send(refusal).catch(() => undefined);
}

/** Maximum number of pages of a room's archive that are read to find a message. */
const searchPages = 40;

async function wasSent(stream: XmppStream, room: Room, stanzaId: string): Promise<boolean | null> {
  if (room.roomIdOf(stanzaId) !== undefined) return true;
  if (!room.hasArchive) return null;
  let before = '';
  for (let page = 0; page < searchPages; page += 1) {
    const { items, complete } = await queryArchive(stream, { room: room.address, before });
    const { nick } = room;
    if (
      items.some(({ message: { attrs } }) => attrs.id === stanzaId && resourceOf(attrs.from ?? '') === nick)
    )
      return true;
    const first = items[0];
    if (complete || !first) return false;
    before = first.id;
  }
  return null;
}
