/** Corrections, retractions and reactions (XEP-0308, XEP-0424, XEP-0444), and answers (XEP-0461). */
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

/** `message`: what the stanza would be without the change; the customer's text, should the corrected one never have come. */
export type XmppChange = { change: InboundChange; message: InboundMessage | null };

/** Emoji on one message by one person. */
const mostReactions = 20;

type Place = { chatId: string; at: number; message: InboundMessage | null };

/** Returns the change of an earlier message that a stanza makes; null: it makes none. */
export function changeIn(stanza: Element, { chatId, at, message }: Place): XmppChange | null {
  const common = (target: string) => ({ chatId, by: chatId, at, target });
  const corrected = stanza.getChild('replace', ns.correction)?.attrs.id;
  if (corrected !== undefined && message?.kind === 'text')
    return { change: { ...common(corrected), kind: 'edited', text: message.text }, message };
  // The body beside these is for programs that don't know them.
  const retracted = stanza.getChild('retract', ns.retraction)?.attrs.id;
  if (retracted !== undefined) return { change: { ...common(retracted), kind: 'deleted' }, message: null };
  const reacted = stanza.getChild('reactions', ns.reactions);
  if (reacted?.attrs.id === undefined) return null;
  const reactions = reacted.getChildren('reaction').slice(0, mostReactions);
  const emoji = reactions.map((reaction) => reaction.text().trim()).filter((text) => text !== '');
  const target = ownMessageId(reacted.attrs.id);
  return { change: { ...common(target), kind: 'reacted', reactions: emoji }, message: null };
}

/** Returns an answer's text without the quote for programs that don't know answers. */
export function withoutQuote(stanza: Element, text: string): string {
  const rest = withoutFallback(stanza, text, ns.reply);
  return isBlank(rest) ? text : rest;
}

/** The element that names the answered message, in the stanza of an answer. */
export function answeredElement({ replyTo }: Pick<OutboundMessage, 'replyTo'>): Element[] {
  return replyTo === undefined ? [] : [xml('reply', { xmlns: ns.reply, id: nameOf(replyTo) })];
}

/** Returns the stanzas of a change of the business's; a reason why there are none. */
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

/** Messages from before references were kept have the sender's id in the name that Parley keeps. */
const nameOf = (target: string) => markableId(target) ?? target;
