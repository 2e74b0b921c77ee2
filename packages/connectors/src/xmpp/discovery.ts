/** Service discovery: the features of an address, and the services of a server. XEP-0030 */
import { type Element, xml } from '@xmpp/client';
import { ns } from './namespaces.ts';
import type { XmppStream } from './stream.ts';

/** Maximum number of a server's services that are queried. */
const maxItems = 30;

/** Returns the response's `query` element; rejects with the peer's StanzaError. */
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
  return items.slice(0, maxItems).flatMap(({ attrs: { jid } }) => (jid === undefined ? [] : [jid]));
}

export function hasFeature(info: Element | undefined, feature: string): boolean {
  return info?.getChildren('feature').some(({ attrs }) => attrs.var === feature) ?? false;
}
