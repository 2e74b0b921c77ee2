/** Service discovery: what an address offers, and which services a server names. XEP-0030 */
import { type Element, xml } from '@xmpp/client';
import { ns } from './namespaces.ts';
import type { XmppStream } from './stream.ts';

/** Services of one server that are asked. */
const mostItems = 30;

/** Returns the answer's `query`; rejects with the peer's StanzaError. */
export async function infoOf(stream: XmppStream, to: string): Promise<Element | undefined> {
  const query = xml('query', { xmlns: ns.discoInfo });
  const answer = await stream.request(xml('iq', { type: 'get', to }, query));
  return answer.getChild('query', ns.discoInfo);
}

/** Returns the addresses of a server's services. */
export async function itemsOf(stream: XmppStream, to: string): Promise<string[]> {
  const query = xml('query', { xmlns: ns.discoItems });
  const answer = await stream.request(xml('iq', { type: 'get', to }, query));
  const items = answer.getChild('query', ns.discoItems)?.getChildren('item') ?? [];
  return items.slice(0, mostItems).flatMap(({ attrs: { jid } }) => (jid === undefined ? [] : [jid]));
}

export function hasFeature(info: Element | undefined, feature: string): boolean {
  return info?.getChildren('feature').some(({ attrs }) => attrs.var === feature) ?? false;
}
