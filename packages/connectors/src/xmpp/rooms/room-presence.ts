/** Reads what a room says of its occupants. XEP-0045, XEP-0421 */
import type { GroupExit, MemberRole } from '@parley/contract/conversations';

import type { Element } from '@xmpp/client';

import { errorOf } from '../inbound.ts';
import { bare, ns, resourceOf } from '../namespaces.ts';

export type Occupant = { id: string; nick: string; role: MemberRole };

export type RoomPresence =
  | { kind: 'here'; occupant: Occupant; isSelf: boolean }
  /** `exit` null: the occupant has left, or has another name (`newNick`). */
  | {
      kind: 'gone';
      nick: string;
      isSelf: boolean;
      exit: GroupExit | null;
      reason: string;
      newNick: string | null;
    }
  | { kind: 'refused'; condition: string; reason: string };

/** Of an address's resource, in bytes (RFC 7622, 3.4): what has more is no name of an occupant. */
const longestNick = 1_023;
const longestId = 300;

/** Null: it says nothing of an occupant. `stableIds`: the room gives occupants ids, which no occupant can forge. */
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
  // Put out, or no longer entitled to be there.
  return ['307', '321', '322'].some((code) => statuses.has(code)) ? 'removed' : null;
}

function roleOf(item: Element | undefined): MemberRole {
  const { affiliation, role } = item?.attrs ?? {};
  if (affiliation === 'owner') return 'owner';
  return affiliation === 'admin' || role === 'moderator' ? 'admin' : 'member';
}

type Naming = { nick: string; jid?: string | undefined; stableIds: boolean };

/** Is this a member's name in the room? The name may be another person's tomorrow. */
export const isNamed = (id: string): boolean => id.startsWith('/');

/** A room's ids are any text: one that would look like a name gets a backslash in front, and so does one with a backslash. */
const unlikeNames = (id: string) => (/^[/\\]/.test(id) ? `\\${id}` : id);

/**
 * Returns the id of an occupant: the room's own for them, else their address where the room shows it, else their name
 * there, behind a slash.
 */
export function memberId(stanza: Element, { nick, jid, stableIds }: Naming): string {
  const stable = stableIds ? stanza.getChild('occupant-id', ns.occupantId)?.attrs.id : undefined;
  if (stable !== undefined && stable !== '' && stable.length <= longestId) return unlikeNames(stable);
  const address = bare(jid ?? '');
  return address !== '' && address.length <= longestId ? address : `/${nick.slice(0, longestId)}`;
}
