/** Mentions in a room: references (XEP-0372), and the account's own name, as clients insert it before a reply. */
import { type Element, xml } from '@xmpp/client';
import { type InboundMention, maxMentions, type OutboundMention } from '../../group-spec.ts';
import { bare, ns, resourceOf } from '../namespaces.ts';

export type MentionNames = {
  room: string;
  /** The account's own name in the room, and its bare address. */
  own: { nick: string; account: string };
  /** Returns the member with this name in the room. */
  memberOf(nick: string): { id: string; nick: string } | undefined;
};

/** @param text the visible part of the body: its end, without a leading quote */
export function mentionsIn(stanza: Element, text: string, naming: MentionNames): InboundMention[] {
  const body = stanza.getChildText('body') ?? '';
  const quoted = body.endsWith(text) ? body.length - text.length : null;
  const characters = Array.from(body);
  const units = (count: number) => characters.slice(0, count).join('').length;
  const mentions = stanza
    .getChildren('reference', ns.reference)
    .slice(0, maxMentions)
    .flatMap((reference): InboundMention[] => {
      const { type, begin = '', end = '', uri = '' } = reference.attrs;
      const member = type === 'mention' && quoted !== null ? named(uri, naming) : undefined;
      if (member === undefined || quoted === null || !/^\d{1,7}$/.test(begin) || !/^\d{1,7}$/.test(end))
        return [];
      const start = units(Number(begin)) - quoted;
      const length = units(Number(end)) - quoted - start;
      return start < 0 || length <= 0 ? [] : [{ start, length, member }];
    });
  if (mentions.some(({ member }) => member === null)) return mentions;
  const called = calledAt(text, naming.own.nick);
  return called === null ? mentions : [...mentions, { ...called, member: null }];
}

/** Returns undefined for an unknown member. */
function named(uri: string, { room, own, memberOf }: MentionNames): InboundMention['member'] | undefined {
  const address = decoded(/^xmpp:([^?]+)/.exec(uri)?.[1] ?? '');
  if (bare(address) === own.account) return null;
  const nick = bare(address) === room ? resourceOf(address) : '';
  if (nick === '') return undefined;
  if (nick === own.nick) return null;
  const member = memberOf(nick);
  return member && { id: member.id, displayName: member.nick };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Returns the first place where a text contains a member's name as a word; one-letter names are ignored. */
function calledAt(text: string, nick: string): { start: number; length: number } | null {
  if (Array.from(nick).length < 2) return null;
  const [words, name] = [text.toLowerCase(), nick.toLowerCase()];
  const isWordIn = (part: string) => /[\p{L}\p{N}_]/u.test(part);
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    const end = at + name.length;
    const inWord = isWordIn(words.slice(Math.max(0, at - 1), at)) || isWordIn(words.slice(end, end + 1));
    if (!inWord && words.length === text.length) return { start: at, length: name.length };
  }
  return null;
}

/** @param addressOf returns the address of a member in the room; undefined: not present */
export function mentionElements(
  text: string,
  mentions: readonly OutboundMention[],
  addressOf: (memberId: string) => string | undefined,
): Element[] {
  const characters = (units: number) => String(Array.from(text.slice(0, units)).length);
  return mentions.flatMap(({ start, length, memberId }) => {
    const address = addressOf(memberId);
    if (address === undefined) return [];
    const [begin, end] = [characters(start), characters(start + length)];
    const uri = `xmpp:${encodeURI(address)}`;
    return [xml('reference', { xmlns: ns.reference, type: 'mention', begin, end, uri })];
  });
}
