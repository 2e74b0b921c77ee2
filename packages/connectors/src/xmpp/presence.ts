import { type Element, xml } from '@xmpp/client';
import type { ConnectorHost } from '../spec.ts';
import { bare } from './namespaces.ts';
import type { XmppStream } from './stream.ts';

/**
 * Tracks presence (RFC 6121, section 4), and lets customers add the business to their contacts: a request to see its presence
 * is granted and reciprocated, since the server reports theirs only then. When the stream ends, all customers count as offline;
 * the server of the next stream reports presence again.
 */
export function followPresence(stream: XmppStream, host: ConnectorHost): (stanza: Element) => void {
  const resources = new Map<string, Set<string>>();
  let clients = 0;
  void stream.ended.then(() => {
    for (const peer of resources.keys()) host.presence(peer, false);
  });
  const answer = (to: string, type: string) =>
    void stream.send(xml('presence', { to, type })).catch(() => undefined);
  return (stanza) => {
    const from = stanza.attrs.from;
    if (from === undefined || bare(from) === stream.account) return;
    const peer = bare(from);
    switch (stanza.attrs.type) {
      case 'subscribe':
        answer(peer, 'subscribed');
        answer(peer, 'subscribe');
        return;
      case undefined:
      case 'unavailable':
        if (stanza.attrs.type === undefined && clients >= clientsLimit) return;
        clients += note(resources, peer, from, stanza.attrs.type === undefined, host);
    }
  };
}

/** Maximum number of clients tracked as online; beyond it presence is not shown. */
const clientsLimit = 5_000;

/**
 * Records that a client came online or went offline, and returns the change in the number of clients online. A person is online
 * while any of their clients is.
 */
function note(
  resources: Map<string, Set<string>>,
  peer: string,
  client: string,
  available: boolean,
  host: ConnectorHost,
): number {
  const clients = resources.get(peer) ?? new Set<string>();
  const before = clients.size;
  if (available) clients.add(client);
  else if (client === peer) clients.clear();
  else clients.delete(client);
  if (clients.size > 0) resources.set(peer, clients);
  else resources.delete(peer);
  if (clients.size > 0 !== before > 0) host.presence(peer, clients.size > 0);
  return clients.size - before;
}
