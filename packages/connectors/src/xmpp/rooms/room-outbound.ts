/** Sends to a room. The message that the room reflects under the same id is the acknowledgement. */
import { type Element, xml } from '@xmpp/client';
import { isBlank, xmlText } from '../../kit/text.ts';
import type { ChangeResult, OutboundChange, OutboundMessage } from '../../spec.ts';
import { sharedElements } from '../file-in-stanza.ts';
import { captionId } from '../message-id.ts';
import { ns } from '../namespaces.ts';
import { groupMessageId, stanzaIdIn } from './group-names.ts';
import { mentionElements } from './mentions.ts';
import type { Room } from './room.ts';

export type RoomPart = { id: string; content: string; isFile: boolean };

export function roomStanza(room: Room, message: OutboundMessage, { id, content, isFile }: RoomPart): Element {
  const text = xmlText(content);
  const answered = message.replyToPlatformId === undefined ? null : stanzaIdIn(message.replyToPlatformId);
  const isWords = !isFile && text === content;
  return xml(
    'message',
    { to: room.address, type: 'groupchat', id },
    xml('body', {}, text),
    ...(isFile ? sharedElements(content) : []),
    ...(isWords ? mentionElements(text, message.mentions ?? [], (id) => room.memberAddress(id)) : []),
    xml('origin-id', { xmlns: ns.stanzaId, id }),
    // A caption belongs to its medium, whose stanza names the message that both reply to.
    ...(answered !== null && id === message.id ? [xml('reply', { xmlns: ns.reply, id: answered })] : []),
  );
}

/** Returns the name of a sent message, as later events of the room refer to it. */
export const sentName = (room: Room, stanzaId: string, roomId: string | null): string =>
  roomId === null ? stanzaId : groupMessageId(room.address, roomId);

/** Returns the stanzas of a change, or the reason why there are none. */
export function roomChange(room: Room, change: OutboundChange): Element[] | (ChangeResult & { ok: false }) {
  const gone = { ok: false, outcome: 'permanent', reason: 'message-not-found' } as const;
  const named = stanzaIdIn(change.platformMessageId ?? change.target);
  const stanza = (...children: Element[]) =>
    xml('message', { to: room.address, type: 'groupchat', id: crypto.randomUUID() }, ...children);
  if (change.kind === 'react') {
    if (named === null) return gone;
    const chosen = change.emoji === null ? [] : [xml('reaction', {}, change.emoji)];
    const stored = xml('store', { xmlns: ns.hints });
    return [stanza(xml('reactions', { xmlns: ns.reactions, id: named }, ...chosen), stored)];
  }
  if (change.kind === 'delete') {
    if (named === null) return gone;
    const caption = change.captioned && change.sentAs ? room.roomIdOf(captionId(change.sentAs)) : undefined;
    const said = 'This person has taken a message back, which your program can’t show.';
    return [named, ...(caption === undefined ? [] : [caption])].map((id) =>
      stanza(
        xml('retract', { xmlns: ns.retraction, id }),
        xml('fallback', { xmlns: ns.fallback, for: ns.retraction }),
        xml('body', {}, said),
        xml('store', { xmlns: ns.hints }),
      ),
    );
  }
  // Corrections refer to the id chosen by the sender.
  if (change.sentAs === undefined) return gone;
  if (isBlank(change.text)) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  const id = change.caption ? captionId(change.sentAs) : change.sentAs;
  return [stanza(xml('body', {}, xmlText(change.text)), xml('replace', { xmlns: ns.correction, id }))];
}
