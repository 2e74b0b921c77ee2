/** Reads a room's features. XEP-0030, XEP-0045 */
import { hasFeature, infoOf } from '../discovery.ts';
import { bare, ns } from '../namespaces.ts';
import type { XmppStream } from '../stream.ts';

export type RoomFacts = {
  title: string | null;
  hasArchive: boolean;
  /** The room assigns ids to messages and occupants, which no occupant can forge. */
  namesMessages: boolean;
  namesOccupants: boolean;
};

/**
 * Returns a room's features. Rejects with a StanzaError, even for an address that is no room, so that nothing is sent to a
 * person instead.
 */
export async function factsOf(stream: XmppStream, room: string): Promise<RoomFacts> {
  const info = await infoOf(stream, room);
  const identity = info?.getChildren('identity').find(({ attrs }) => attrs.category === 'conference');
  if (!identity || !hasFeature(info, ns.room)) throw new NoRoom();
  const { name = '' } = identity.attrs;
  return {
    title: name === '' || bare(name) === room ? null : name.slice(0, 200),
    hasArchive: hasFeature(info, ns.archive),
    namesMessages: hasFeature(info, ns.stanzaId) || hasFeature(info, ns.archive),
    namesOccupants: hasFeature(info, ns.occupantId),
  };
}

/** The same error as for a nonexistent room. */
class NoRoom extends Error {
  override name = 'StanzaError';
  readonly condition = 'item-not-found';
  readonly text = '';
}
