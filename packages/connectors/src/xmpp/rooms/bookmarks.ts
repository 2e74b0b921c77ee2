/** The rooms that the account's clients join automatically, as stored on its own server. XEP-0402 */
import { type Element, xml } from '@xmpp/client';
import { bare, ns } from '../namespaces.ts';
import { stanzaCondition } from '../refusals.ts';
import type { XmppStream } from '../stream.ts';

export type Bookmark = { room: string; nick: string | null };

const options: readonly (readonly [name: string, value: string])[] = [
  ['FORM_TYPE', 'http://jabber.org/protocol/pubsub#publish-options'],
  ['pubsub#persist_items', 'true'],
  ['pubsub#max_items', 'max'],
  ['pubsub#send_last_published_item', 'never'],
  ['pubsub#access_model', 'whitelist'],
];

/** Returns the rooms to join automatically; null if the server doesn't support bookmarks. */
export async function readBookmarks(stream: XmppStream): Promise<Bookmark[] | null> {
  const items = xml('items', { node: ns.bookmarks });
  try {
    const answer = await stream.request(
      xml('iq', { type: 'get' }, xml('pubsub', { xmlns: ns.pubsub }, items)),
    );
    const found = answer.getChild('pubsub', ns.pubsub)?.getChild('items')?.getChildren('item') ?? [];
    return found.flatMap(bookmarkIn);
  } catch (error) {
    const condition = stanzaCondition(error);
    if (condition === null) throw error;
    // No bookmark has ever been stored.
    return condition === 'item-not-found' ? [] : null;
  }
}

function bookmarkIn(item: Element): Bookmark[] {
  const conference = item.getChild('conference', ns.bookmarks);
  const isEntered = ['true', '1'].includes(conference?.attrs.autojoin ?? '');
  const room = bare(item.attrs.id ?? '');
  if (!conference || !isEntered || !isRoomAddress(room)) return [];
  return [{ room, nick: conference.getChildText('nick') || null }];
}

/** Returns whether this is a room's address, which has a local part and no resource. */
export const isRoomAddress = (address: string): boolean =>
  address.length <= 1_000 && /^[^\s"&'/:<>@]+@[^\s"&'/:<>@]+$/.test(address);

export async function keepBookmark(stream: XmppStream, { room, nick }: Bookmark): Promise<void> {
  const fields = options.map(([name, value]) => xml('field', { var: name }, xml('value', {}, value)));
  const conference = xml(
    'conference',
    { xmlns: ns.bookmarks, autojoin: 'true' },
    ...(nick === null ? [] : [xml('nick', {}, nick)]),
  );
  await stream.request(
    xml(
      'iq',
      { type: 'set' },
      xml(
        'pubsub',
        { xmlns: ns.pubsub },
        xml('publish', { node: ns.bookmarks }, xml('item', { id: room }, conference)),
        xml('publish-options', {}, xml('x', { xmlns: ns.dataForm, type: 'submit' }, ...fields)),
      ),
    ),
  );
}

export async function dropBookmark(stream: XmppStream, room: string): Promise<void> {
  const retract = xml('retract', { node: ns.bookmarks, notify: 'true' }, xml('item', { id: room }));
  await stream.request(xml('iq', { type: 'set' }, xml('pubsub', { xmlns: ns.pubsub }, retract)));
}

const unkept: ReadonlySet<string> = new Set([
  'item-not-found',
  'feature-not-implemented',
  'service-unavailable',
]);

/** Resolves once the server has no bookmark of the room, even if there never was one; rejects with its StanzaError. */
export async function forgetBookmark(stream: XmppStream, room: string): Promise<void> {
  try {
    await dropBookmark(stream, room);
  } catch (error) {
    if (!unkept.has(stanzaCondition(error) ?? '')) throw error;
  }
}
