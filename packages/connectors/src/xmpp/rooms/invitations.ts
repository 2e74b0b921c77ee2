import type { Element } from '@xmpp/client';
import { bare, ns } from '../namespaces.ts';
import { isRoomAddress } from './bookmarks.ts';

export type Invitation = { room: string; password: string | null };

/**
 * Returns the room to which a message invites, sent either by the room itself (XEP-0045, 7.8.2) or directly by a person
 * (XEP-0249). Null: it is no invitation.
 */
export function invitationIn(stanza: Element): Invitation | null {
  if (stanza.attrs.type === 'error' || stanza.attrs.type === 'groupchat') return null;
  const user = stanza.getChild('x', ns.roomUser);
  const direct = stanza.getChild('x', ns.invitation);
  const room = bare((user?.getChild('invite') ? stanza.attrs.from : direct?.attrs.jid) ?? '');
  if (!isRoomAddress(room)) return null;
  const password = user?.getChildText('password') ?? direct?.attrs.password ?? null;
  return { room, password: password === '' ? null : password };
}
