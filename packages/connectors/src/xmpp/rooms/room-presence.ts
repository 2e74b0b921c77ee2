/** Reads a room's presence stanzas about its occupants. XEP-0045, XEP-0421 */
import type { GroupExit, MemberRole } from '@parley/contract/conversations';

import type { Element } from '@xmpp/client';

import { errorOf } from '../inbound.ts';
import { bare, ns, resourceOf } from '../namespaces.ts';

export type Occupant = { id: string; nick: string; role: MemberRole };

export type RoomPresence =
  | { kind: 'here'; occupant: Occupant; isSelf: boolean }
  /** `exit` null: the occupant has left, or has changed names (`newNick`). */
  | {
      kind: 'gone';
      nick: string;
      isSelf: boolean;
      exit: GroupExit | null;
      reason: string;
      newNick: string | null;
    }
  | { kind: 'refused'; condition: string; reason: string };

/** In bytes, for the resource of an address (RFC 7622, 3.4): anything longer is no occupant's name. */
const longestNick = 1_023;
const longestId = 300;

/** Returns null if it isn't about an occupant. `stableIds`: the room assigns ids to occupants, which no occupant can forge. */
export function roomPresence(stanza: Element, stableIds: boolean): RoomPresence | null {
  const { from = '', type } = stanza.attrs;
  if (type === 'error') {
    const error = stanza.getChild('error');
    const condition = error?.getChildElements().find((child) => child.getNS() === ns.stanzaErrors)?.name;
    return {
      kind: 'refused',
      condition: condition ?? 'undefined-condition',
      reason: errorOf(stanza)?.reason ?? '',
    };
  }
  const nick = resourceOf(from);
  const user = stanza.getChild('x', ns.roomUser);
  if (nick === '' || nick.length > longestNick) return null;
  if (!user || (type !== undefined && type !== 'unavailable')) return null;
  const statuses = new Set(user.getChildren('status').map(({ attrs }) => attrs.code));
  const isSelf = statuses.has('110');
  const item = user.getChild('item');
  if (type === undefined) {
    const id = memberId(stanza, { nick, jid: item?.attrs.jid, stableIds });
    return { kind: 'here', occupant: { id, nick, role: roleOf(item) }, isSelf };
  }
  const destroyed = user.getChild('destroy');
  const reason = (destroyed ?? item)?.getChildText('reason') ?? '';
  const newNick = statuses.has('303') ? (item?.attrs.nick ?? null) : null;
  return { kind: 'gone', nick, isSelf, exit: destroyed ? 'closed' : exitOf(statuses), reason, newNick };
}

function exitOf(statuses: ReadonlySet<string | undefined>): GroupExit | null {
  if (statuses.has('301')) return 'banned';
  // Kicked, or no longer entitled to be in the room.
  return ['307', '321', '322'].some((code) => statuses.has(code)) ? 'removed' : null;
}

function roleOf(item: Element | undefined): MemberRole {
  const { affiliation, role } = item?.attrs ?? {};
  if (affiliation === 'owner') return 'owner';
  return affiliation === 'admin' || role === 'moderator' ? 'admin' : 'member';
}

type Naming = { nick: string; jid?: string | undefined; stableIds: boolean };

/** Returns whether an id is only a name in the room, which another person may use tomorrow. */
export const isNamed = (id: string): boolean => id.startsWith('/');

/** Escapes a room's id, which may be any text: one that begins with a slash or backslash gets a backslash prepended. */
const unlikeNames = (id: string) => (/^[/\\]/.test(id) ? `\\${id}` : id);

/**
 * Returns the id of an occupant: the id assigned by the room, else the address if the room shows it, else the name in the room,
 * prefixed with a slash.
 */
export function memberId(stanza: Element, { nick, jid, stableIds }: Naming): string {
  const stable = stableIds ? stanza.getChild('occupant-id', ns.occupantId)?.attrs.id : undefined;
  if (stable !== undefined && stable !== '' && stable.length <= longestId) return unlikeNames(stable);
  const address = bare(jid ?? '');
  return address !== '' && address.length <= longestId ? address : `/${nick.slice(0, longestId)}`;
}
