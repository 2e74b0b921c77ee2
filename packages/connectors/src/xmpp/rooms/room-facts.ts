/** Reads what a room says of itself. XEP-0030, XEP-0045 */
import { hasFeature, infoOf } from '../discovery.ts';
import { bare, ns } from '../namespaces.ts';
import type { XmppStream } from '../stream.ts';

export type RoomFacts = {
  title: string | null;
  hasArchive: boolean;
  /** It names messages and occupants, and no occupant can forge that. */
  namesMessages: boolean;
  namesOccupants: boolean;
};

/** Rejects with a StanzaError, also for an address that is no room: nothing is to be sent to a person instead. */
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

/** As a room that isn't there answers. */
class NoRoom extends Error {
  override name = 'StanzaError';
  readonly condition = 'item-not-found';
  readonly text = '';
}
