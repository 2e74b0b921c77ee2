/** Converts a room's message stanzas to Parley's shapes. */
import type { Element } from '@xmpp/client';
import type { InboundMessage } from '../../spec.ts';
import { changeIn, type XmppChange } from '../changes.ts';
import type { FileAddressRule } from '../file-address.ts';
import { messageOf, sentAt } from '../inbound.ts';
import { ownMessageId } from '../message-id.ts';
import { bare, ns, resourceOf } from '../namespaces.ts';
import { groupMessageId, memberReference, unnamedMessageId } from './group-names.ts';
import { type MentionNames, mentionsIn } from './mentions.ts';
import { isNamed, memberId } from './room-presence.ts';

export type GroupContext = MentionNames & {
  title: string | null;
  /** The room assigns ids to messages and occupants, which no occupant can forge. */
  namesMessages: boolean;
  namesOccupants: boolean;
  /** The account's own id in the room, if the room assigns ids to occupants. */
  ownId: string | null;
  account: string;
  /** The archive's id of this message; null if it was received live. */
  archiveId: string | null;
  /** ms since the epoch, used unless the stanza has an earlier time. */
  at: number;
  history: boolean;
  addressOf: FileAddressRule;
};

export type GroupInbound = {
  message: InboundMessage | null;
  changed: XmppChange | null;
  /** The account's own message, identified by the id that its client assigned. */
  own: { stanzaId: string } | null;
  /** The room's id of the message; null: none. */
  roomId: string | null;
};

/** Returns null if the stanza is no message of a member, such as the room's subject. */
export function groupMessage(stanza: Element, context: GroupContext): GroupInbound | null {
  const { room, own, ownId, history } = context;
  const { from = '', id, type } = stanza.attrs;
  const nick = resourceOf(from);
  if (bare(from) !== room || nick === '' || type === 'error') return null;
  const roomId = roomIdOf(stanza, context);
  const occupant = context.memberOf(nick);
  const known = memberId(stanza, { nick, stableIds: context.namesOccupants });
  const member = isNamed(known) && occupant && context.archiveId === null ? occupant.id : known;
  const isOwn = ownId === null || isNamed(member) ? nick === own.nick : member === ownId;
  const bareMessage = messageOf(stanza, room, { ...context, archiveId: null });
  const text = bareMessage && 'text' in bareMessage ? bareMessage.text : '';
  const answered = stanza.getChild('reply', ns.reply)?.attrs.id;
  const message: InboundMessage | null = bareMessage && {
    ...bareMessage,
    platformMessageId:
      roomId === null
        ? unnamedMessageId(room, [member, id ?? '', stampOf(stanza), stanza.getChildText('body') ?? ''])
        : groupMessageId(room, roomId),
    referenceId: isOwn ? (id === undefined ? null : ownMessageId(id)) : memberReference(member, id),
    replyTo: answered === undefined || answered.length > 200 ? null : groupMessageId(room, answered),
    chatKind: 'group',
    chatTitle: context.title,
    from: { id: member, displayName: nick, language: bareMessage.from.language },
    mentions: mentionsIn(stanza, text, context),
    history,
  };
  const change = changeOf(stanza, { member, message, context });
  if (isOwn) {
    // Changes that the account's other clients make to a message are ignored, since the members have seen the original.
    const written = message && change === null ? ({ ...message, author: 'business' } as const) : null;
    return { message: written, changed: null, own: id === undefined ? null : { stanzaId: id }, roomId };
  }
  return { message: change === null ? message : null, changed: change, own: null, roomId };
}

type Changing = { member: string; message: InboundMessage | null; context: GroupContext };

/** A correction refers to its message by the sender's id, all other changes by the room's. */
function changeOf(stanza: Element, { member, message, context }: Changing): XmppChange | null {
  const { room, at } = context;
  const found = changeIn(stanza, { chatId: room, at: sentAt(stanza, { ...context, at }), message });
  if (found === null) return null;
  const named = stanza.getChild('replace', ns.correction)?.attrs.id;
  const byRoom = stanza.getChild('retract', ns.retraction) ?? stanza.getChild('reactions', ns.reactions);
  const { change } = found;
  const target =
    change.kind === 'edited' ? memberReference(member, named) : groupMessageId(room, byRoom?.attrs.id ?? '');
  if (target === null) return null;
  const mentions = change.kind === 'edited' ? { mentions: message?.mentions ?? [] } : {};
  return { ...found, change: { ...change, ...mentions, target, by: member } };
}

const stampOf = (stanza: Element) => stanza.getChild('delay', ns.delay)?.attrs.stamp ?? '';

/** An id in the room's name counts only if the room announces that it assigns ids. */
function roomIdOf(stanza: Element, { room, namesMessages, archiveId }: GroupContext): string | null {
  if (archiveId !== null) return archiveId;
  if (!namesMessages) return null;
  const ids = stanza
    .getChildren('stanza-id', ns.stanzaId)
    .flatMap(({ attrs }) => (bare(attrs.by ?? '') === room && attrs.id ? [attrs.id] : []));
  const [only] = ids;
  // With two ids, one is forged, and nothing shows which.
  return ids.length === 1 && only !== undefined && only.length <= 1_000 ? only : null;
}
