/** Converts message stanzas to Parley's shapes. */
import { createHash } from 'node:crypto';
import type { Element } from '@xmpp/client';
import type { InboundMessage, ReceiptUpdate } from '../spec.ts';
import { changeIn, withoutQuote, type XmppChange } from './changes.ts';
import type { FileAddressRule } from './file-address.ts';
import { sharedFile } from './file-in-stanza.ts';
import { ownMessageId } from './message-id.ts';
import { bare, ns } from './namespaces.ts';

export type MessageContext = {
  account: string;
  /** The archive's id of this message; null if the server didn't archive it. */
  archiveId: string | null;
  /** ms since the epoch, used unless the stanza has an earlier time. */
  at: number;
  history: boolean;
  /** For files that customers share. */
  addressOf: FileAddressRule;
};
export type StanzaContext = MessageContext & {
  /** Returns whether this is the address of a room that the account is in, or was in when last online. */
  isRoom: (address: string) => boolean;
};

/**
 * One resource for all of an account's streams: when a new stream binds it, the server ends an older one that hasn't noticed
 * its death, and accepts nothing more from it. The archive lookup before a resend relies on that. In the archive, the resource
 * distinguishes Parley's messages from those of other clients.
 */
export const ownResource = 'parley';

export type XmppInbound = {
  message: InboundMessage | null;
  /** The sender's change to an earlier message. */
  changed: XmppChange | null;
  receipt: ReceiptUpdate | null;
  /** Receipt request of the sender, with the sender's message id. */
  confirm: { to: string; id: string } | null;
};

/** Returns null for stanzas outside customers' conversations: those of groups and of the server. */
export function interpretStanza(stanza: Element, context: StanzaContext): XmppInbound | null {
  const sender = stanza.attrs.from;
  if (sender === undefined || !stanza.is('message')) return null;
  const chatId = bare(sender);
  const type = stanza.attrs.type ?? 'normal';
  if (type === 'groupchat' || type === 'headline') return null;
  if (chatId === context.account) return echoOf(stanza, context);
  if (type === 'error')
    return { message: null, changed: null, receipt: bounce(stanza, chatId), confirm: null };
  // A message from a room or an occupant, which not every server marks; a group is not a customer.
  if (stanza.getChild('x', ns.roomUser) || context.isRoom(chatId)) return null;
  const message = messageOf(stanza, chatId, context);
  const changed = changeIn(stanza, { chatId, at: sentAt(stanza, context), message });
  const id = stanza.attrs.id;
  const shown = message !== null && message.kind !== 'unsupported';
  const wanted = shown && id !== undefined && stanza.getChild('request', ns.receipts);
  return {
    message: changed === null ? message : null,
    changed,
    receipt: receiptOf(stanza, chatId),
    confirm: wanted ? { to: chatId, id } : null,
  };
}

/**
 * Returns a message that the account's owner wrote with another client. Receipts, reactions and deletions from there are
 * dropped, and a correction becomes a message, since the customer has seen the original.
 */
function echoOf(stanza: Element, context: StanzaContext): XmppInbound | null {
  const { from = '', to = '', type } = stanza.attrs;
  const chatId = bare(to);
  if (chatId === '' || chatId === context.account || type === 'error') return null;
  // In messages from before the account was added: Parley may have stored them under another name, or not at all.
  if (from.endsWith(`/${ownResource}`) && !context.history) return null;
  const isChange = stanza.getChild('retract', ns.retraction) ?? stanza.getChild('reactions', ns.reactions);
  // Room members are identified by the room's address.
  if (isChange || stanza.getChild('x', ns.roomUser) || context.isRoom(chatId)) return null;
  const message = messageOf(stanza, chatId, context);
  if (message === null) return null;
  const referenceId = message.referenceId ? ownMessageId(message.referenceId) : null;
  const customer = { id: chatId, displayName: null, language: null };
  const written = { ...message, author: 'business' as const, referenceId, from: customer };
  return { message: written, changed: null, receipt: null, confirm: null };
}

/** Returns the archive ids in a live copy. Only those of the account's own server count (XEP-0359). */
export function archiveIdsOf(stanza: Element, account: string): string[] {
  return stanza
    .getChildren('stanza-id', ns.stanzaId)
    .filter((element) => bare(element.attrs.by ?? '') === account)
    .flatMap(({ attrs: { id } }) => (id === undefined ? [] : [id]));
}

/**
 * Returns the archive id of a live copy; null if it has none. With two ids, one is forged (Prosody 0.12 passes on a sender's
 * own id beside the right one), so the archive itself must be queried.
 */
export function archiveIdOf(stanza: Element, account: string): string | null {
  const ids = archiveIdsOf(stanza, account);
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/**
 * Returns the message inside a carbon copy of one that another client of this account received or sent; null if it is no such
 * copy. Only the account's own server creates these, from the account's bare address (XEP-0280); accepting others would allow
 * any sender to forge messages (CVE-2017-5589).
 */
export function carbonOf(stanza: Element, account: string): Element | null {
  if (stanza.attrs.from !== account) return null;
  const copied = (direction: string) =>
    stanza.getChild(direction, ns.carbons)?.getChild('forwarded', ns.forward)?.getChild('message');
  const sent = copied('sent');
  if (sent) return bare(sent.attrs.from ?? '') === account ? sent : null;
  const received = copied('received');
  return received && bare(received.attrs.from ?? '') !== account ? received : null;
}

/** Returns whether the sender is typing; null if the stanza isn't about typing. */
export function typingOf(stanza: Element): boolean | null {
  if (stanza.getChild('composing', ns.chatStates)) return true;
  const other = ['active', 'paused', 'inactive', 'gone'].some((name) => stanza.getChild(name, ns.chatStates));
  return other || stanza.getChild('body') ? false : null;
}

/** Content that can't be shown as text, by its identifying element. The hint of XEP-0380 is optional. */
const unsupported: readonly (readonly [name: string, xmlns: string, what: string])[] = [
  ['encryption', ns.encryption, 'encrypted'],
  ['encrypted', ns.omemo, 'encrypted'],
  ['encrypted', ns.omemo2, 'encrypted'],
  ['openpgp', ns.openPgp, 'encrypted'],
  ['x', ns.openPgpLegacy, 'encrypted'],
  ['propose', ns.call, 'call'],
  ['x', ns.invitation, 'invitation'],
];

/** Returns a stanza as a private message; null if it has nothing to show. */
export function messageOf(stanza: Element, chatId: string, context: MessageContext): InboundMessage | null {
  const kind = unsupported.find(([name, xmlns]) => stanza.getChild(name, xmlns));
  const body = stanza.getChild('body');
  const text = body?.text() ?? '';
  const file = kind ? null : sharedFile(stanza, { chatId, addressOf: context.addressOf });
  if (!kind && !file && text === '') return null;
  const language = body?.attrs['xml:lang'] ?? stanza.attrs['xml:lang'] ?? null;
  const answered = referenceOf(stanza.getChild('reply', ns.reply)?.attrs.id);
  const common = {
    platformMessageId: messageId(stanza, chatId, text, context),
    referenceId: referenceOf(stanza.attrs.id),
    replyTo: answered === null ? null : ownMessageId(answered),
    chatId,
    chatKind: 'private' as const,
    chatTitle: null,
    from: { id: chatId, displayName: stanza.getChildText('nick', ns.nick), language },
    sentAt: sentAt(stanza, context),
    history: context.history,
  };
  // The body of an encrypted message is a notice generated by the sender's client, not the customer's text.
  if (kind) return { ...common, kind: 'unsupported', what: kind[2] };
  if (file) return { ...common, kind: file.kind, media: file.media, text: file.caption };
  return { ...common, kind: 'text', text: withoutQuote(stanza, text) };
}

/** Ids longer than any client generates are not used as references. */
const referenceOf = (id: string | undefined) =>
  id !== undefined && id !== '' && id.length <= 200 ? id : null;

/**
 * Returns `<archive id>`, or `<archive id> <stanza id>` if the sender requests a read receipt: that needs the sender's id, and
 * any process may have to send it. Without an archive id, uses the sender's origin id, or a hash of text and time; both are
 * prefixed, so that archive ids can't be imitated.
 */
function messageId(stanza: Element, chatId: string, text: string, context: MessageContext): string {
  const id = stanza.attrs.id ?? '';
  if (context.archiveId !== null) {
    const markable = stanza.getChild('markable', ns.markers) && id !== '' && id.length <= 100;
    return markable ? `${context.archiveId} ${id}` : context.archiveId;
  }
  const origin = stanza.getChild('origin-id', ns.stanzaId)?.attrs.id ?? id;
  const stamp = stanza.getChild('delay', ns.delay)?.attrs.stamp ?? '';
  const parts = origin === '' ? [chatId, '', stamp, text] : [chatId, origin];
  return `local:${createHash('sha256').update(parts.join('\u0000')).digest('base64url')}`;
}

export function sentAt(stanza: Element, context: MessageContext): number {
  const stamp = Date.parse(stanza.getChild('delay', ns.delay)?.attrs.stamp ?? '');
  return Number.isNaN(stamp) ? context.at : Math.min(stamp, context.at);
}

function receiptOf(stanza: Element, chatId: string): ReceiptUpdate | null {
  const read = stanza.getChild('displayed', ns.markers) ?? stanza.getChild('acknowledged', ns.markers);
  const received = stanza.getChild('received', ns.receipts) ?? stanza.getChild('received', ns.markers);
  const id = (read ?? received)?.attrs.id;
  if (id === undefined) return null;
  const platformMessageId = ownMessageId(id);
  // A displayed marker covers all earlier messages, a receipt only its own message. XEP-0333, 4.2; XEP-0184
  return read
    ? { chatId, platformMessageId, state: 'read', upTo: true }
    : { chatId, platformMessageId, state: 'delivered' };
}

function bounce(stanza: Element, chatId: string): ReceiptUpdate | null {
  const id = stanza.attrs.id;
  const failure = errorOf(stanza);
  // `wait` means that a retry is possible, so the message hasn't failed yet.
  if (id === undefined || !failure || failure.type === 'wait') return null;
  return { chatId, platformMessageId: ownMessageId(id), state: 'failed', reason: failure.reason };
}

export type StanzaFailure = { type: string; reason: string };

/** Returns the error of an error stanza: the server's text, or the condition's name. RFC 6120, 8.3 */
export function errorOf(stanza: Element): StanzaFailure | null {
  const error = stanza.getChild('error');
  if (!error) return null;
  const condition = error.getChildElements().find((child) => child.getNS() === ns.stanzaErrors);
  const text = error.getChildText('text', ns.stanzaErrors);
  return { type: error.attrs.type ?? 'cancel', reason: text || condition?.name || 'undefined-condition' };
}
