/** Namespaces, each with the document that defines it (https://xmpp.org/extensions/ unless noted otherwise). */
export const ns = {
  /** RFC 6120 */
  stream: 'http://etherx.jabber.org/streams',
  startTls: 'urn:ietf:params:xml:ns:xmpp-tls',
  stanzaErrors: 'urn:ietf:params:xml:ns:xmpp-stanzas',
  streamErrors: 'urn:ietf:params:xml:ns:xmpp-streams',
  /** XEP-0004 Data Forms */
  dataForm: 'jabber:x:data',
  /** XEP-0030 Service Discovery */
  discoInfo: 'http://jabber.org/protocol/disco#info',
  discoItems: 'http://jabber.org/protocol/disco#items',
  /** XEP-0045 Multi-User Chat */
  room: 'http://jabber.org/protocol/muc',
  roomUser: 'http://jabber.org/protocol/muc#user',
  /** XEP-0059 Result Set Management */
  resultSet: 'http://jabber.org/protocol/rsm',
  /** XEP-0060 Publish-Subscribe */
  pubsub: 'http://jabber.org/protocol/pubsub',
  /** XEP-0066 Out of Band Data */
  outOfBand: 'jabber:x:oob',
  /** XEP-0085 Chat State Notifications */
  chatStates: 'http://jabber.org/protocol/chatstates',
  /** XEP-0172 User Nickname */
  nick: 'http://jabber.org/protocol/nick',
  /** XEP-0184 Message Delivery Receipts */
  receipts: 'urn:xmpp:receipts',
  /** XEP-0198 Stream Management */
  streamManagement: 'urn:xmpp:sm:3',
  /** XEP-0199 XMPP Ping */
  ping: 'urn:xmpp:ping',
  /** XEP-0203 Delayed Delivery */
  delay: 'urn:xmpp:delay',
  /** XEP-0234 Jingle File Transfer */
  jingleFile: 'urn:xmpp:jingle:apps:file-transfer:5',
  /** XEP-0249 Direct MUC Invitations */
  invitation: 'jabber:x:conference',
  /** XEP-0280 Message Carbons */
  carbons: 'urn:xmpp:carbons:2',
  /** XEP-0297 Stanza Forwarding */
  forward: 'urn:xmpp:forward:0',
  /** XEP-0308 Last Message Correction */
  correction: 'urn:xmpp:message-correct:0',
  /** XEP-0313 Message Archive Management */
  archive: 'urn:xmpp:mam:2',
  /** XEP-0333 Displayed Markers */
  markers: 'urn:xmpp:chat-markers:0',
  /** XEP-0334 Message Processing Hints */
  hints: 'urn:xmpp:hints',
  /** XEP-0353 Jingle Message Initiation */
  call: 'urn:xmpp:jingle-message:0',
  /** XEP-0359 Unique and Stable Stanza IDs */
  stanzaId: 'urn:xmpp:sid:0',
  /** XEP-0363 HTTP File Upload */
  upload: 'urn:xmpp:http:upload:0',
  /** XEP-0372 References */
  reference: 'urn:xmpp:reference:0',
  /** XEP-0380 Explicit Message Encryption */
  encryption: 'urn:xmpp:eme:0',
  /** XEP-0373 OpenPGP, and its predecessor XEP-0027 */
  openPgp: 'urn:xmpp:openpgp:0',
  openPgpLegacy: 'jabber:x:encrypted',
  /** XEP-0384 OMEMO: version 0.3 as widely deployed, and since 0.8 */
  omemo: 'eu.siacs.conversations.axolotl',
  omemo2: 'urn:xmpp:omemo:2',
  /** XEP-0385 Stateless Inline Media Sharing */
  sharing: 'urn:xmpp:sims:1',
  /** XEP-0402 PEP Native Bookmarks */
  bookmarks: 'urn:xmpp:bookmarks:1',
  /** XEP-0421 Anonymous unique occupant identifiers for MUCs */
  occupantId: 'urn:xmpp:occupant-id:0',
  /** XEP-0424 Message Retraction */
  retraction: 'urn:xmpp:message-retract:1',
  /** XEP-0428 Fallback Indication */
  fallback: 'urn:xmpp:fallback:0',
  /** XEP-0444 Message Reactions */
  reactions: 'urn:xmpp:reactions:0',
  /** XEP-0446 File metadata element */
  fileMetadata: 'urn:xmpp:file:metadata:0',
  /** XEP-0447 Stateless File Sharing */
  fileSharing: 'urn:xmpp:sfs:0',
  /** XEP-0103 URL Address Information, as XEP-0447 names a source */
  urlData: 'http://jabber.org/protocol/url-data',
  /** XEP-0461 Message Replies */
  reply: 'urn:xmpp:reply:0',
} as const;

/** Returns the address without its resource. */
export function bare(jid: string): string {
  const slash = jid.indexOf('/');
  return (slash < 0 ? jid : jid.slice(0, slash)).toLowerCase();
}

/** Returns the part after the first slash, unchanged; empty if there is none. */
export function resourceOf(jid: string): string {
  const slash = jid.indexOf('/');
  return slash < 0 ? '' : jid.slice(slash + 1);
}
