/** Corrections, retractions and reactions (XEP-0308, XEP-0424, XEP-0444), and replies (XEP-0461). */
import { type Element, xml } from '@xmpp/client';
import { isBlank, xmlText } from '../kit/text.ts';
import type {
  ChangeResult,
  InboundChange,
  InboundMessage,
  OutboundChange,
  OutboundMessage,
} from '../spec.ts';
import { withoutFallback } from './fallback.ts';
import { captionId, markableId, ownMessageId } from './message-id.ts';
import { ns } from './namespaces.ts';

/** `message`: the stanza read as a separate message, used if the corrected message was never received. */
export type XmppChange = { change: InboundChange; message: InboundMessage | null };

/** Maximum number of emoji by one person on one message. */
const maxReactions = 20;

type Place = { chatId: string; at: number; message: InboundMessage | null };

/** Returns the change to an earlier message that a stanza makes; null: none. */
export function changeIn(stanza: Element, { chatId, at, message }: Place): XmppChange | null {
  const common = (target: string) => ({ chatId, by: chatId, at, target });
  const corrected = stanza.getChild('replace', ns.correction)?.attrs.id;
  if (corrected !== undefined && message?.kind === 'text')
    return { change: { ...common(corrected), kind: 'edited', text: message.text }, message };
  // The body of such a stanza is a fallback for clients that don't support it.
  const retracted = stanza.getChild('retract', ns.retraction)?.attrs.id;
  if (retracted !== undefined) return { change: { ...common(retracted), kind: 'deleted' }, message: null };
  const reacted = stanza.getChild('reactions', ns.reactions);
  if (reacted?.attrs.id === undefined) return null;
  const reactions = reacted.getChildren('reaction').slice(0, maxReactions);
  const emoji = reactions.map((reaction) => reaction.text().trim()).filter((text) => text !== '');
  const target = ownMessageId(reacted.attrs.id);
  return { change: { ...common(target), kind: 'reacted', reactions: emoji }, message: null };
}

/** Returns a reply's text without the quote that is included for clients without support for replies. */
export function withoutQuote(stanza: Element, text: string): string {
  const rest = withoutFallback(stanza, text, ns.reply);
  return isBlank(rest) ? text : rest;
}

/** Returns the element that identifies the message to which this one replies; none if it is no reply. */
export function answeredElement({ replyTo }: Pick<OutboundMessage, 'replyTo'>): Element[] {
  return replyTo === undefined ? [] : [xml('reply', { xmlns: ns.reply, id: nameOf(replyTo) })];
}

/** Returns the stanzas of a change made by the business, or the reason why there are none. */
export function changeStanzas(change: OutboundChange): Element[] | (ChangeResult & { ok: false }) {
  const { chatId, target } = change;
  const id = nameOf(target);
  const stanza = (...children: Element[]) =>
    xml(
      'message',
      { to: chatId, type: 'chat', id: crypto.randomUUID() },
      ...children,
      xml('store', { xmlns: ns.hints }),
    );
  if (change.kind === 'react') {
    const chosen = change.emoji === null ? [] : [xml('reaction', {}, change.emoji)];
    return [stanza(xml('reactions', { xmlns: ns.reactions, id }, ...chosen))];
  }
  if (change.kind === 'delete') {
    const said = 'This person has taken a message back, which your program can’t show.';
    const retracted = change.captioned ? [id, captionId(id)] : [id];
    return retracted.map((each) =>
      stanza(
        xml('retract', { xmlns: ns.retraction, id: each }),
        xml('fallback', { xmlns: ns.fallback, for: ns.retraction }),
        xml('body', {}, said),
      ),
    );
  }
  if (isBlank(change.text)) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  const corrected = change.caption ? captionId(id) : id;
  return [
    stanza(xml('body', {}, xmlText(change.text)), xml('replace', { xmlns: ns.correction, id: corrected })),
  ];
}

/** Before references were stored, the sender's id was part of Parley's own message name. */
const nameOf = (target: string) => markableId(target) ?? target;
