/** The account's message archive on its own server: XEP-0313, with XEP-0059 for pages. */
import { randomUUID } from 'node:crypto';
import { type Element, xml } from '@xmpp/client';
import { ConnectorFailure } from '../kit/guard.ts';
import type { OutboundMessage } from '../spec.ts';
import { hasFeature, infoOf } from './discovery.ts';
import { bare, ns } from './namespaces.ts';
import { stanzaCondition } from './refusals.ts';
import type { XmppStream } from './stream.ts';
import { weightOf } from './stream-parser.ts';

export type ArchivedMessage = {
  /** The archive's own id, which equals the stanza-id of the live message. */
  id: string;
  /** ms since the epoch; servers store whole seconds. */
  at: number;
  message: Element;
};

export type ArchiveQuery = {
  /** The room whose archive is queried; absent: the account's own. */
  room?: string;
  /** Only messages exchanged with this bare address. */
  with?: string;
  /** ms since the epoch, both inclusive. */
  start?: number;
  end?: number;
  /** Forward, starting after this id … */
  after?: string;
  /** … or backward, starting before this one; `''` means from the end. */
  before?: string;
  max?: number;
};

/** `total`: the number of entries that match the query, over all pages; null: the server doesn't count. */
export type ArchivePage = { items: ArchivedMessage[]; complete: boolean; total: number | null };

/** The requested id is not, or no longer, in the archive. */
export class ArchiveGap extends Error {}

const pageSize = 50;
/** In bytes of memory: enough for a page of the longest stanzas that servers pass on. */
const pageWeight = 24 * 1024 * 1024;
/** Maximum length of an archive id; servers use UUIDs and timestamps. */
const idLimit = 1_000;

/** Returns one page, oldest first. */
export async function queryArchive(stream: XmppStream, query: ArchiveQuery): Promise<ArchivePage> {
  const queryId = randomUUID();
  const items: ArchivedMessage[] = [];
  let weight = 0;
  const stop = stream.onStanza((stanza) => {
    const item = archivedIn(stanza, query.room ?? stream.account, queryId);
    if (!item) return;
    items.push(item);
    weight += weightOf(stanza);
    if (items.length > pageSize || weight > pageWeight) throw new ConnectorFailure('platform-flooding');
  });
  try {
    const answer = await stream.request(queryStanza(query, queryId));
    const fin = answer.getChild('fin', ns.archive);
    return { items, complete: fin?.attrs.complete === 'true', total: countIn(fin) };
  } catch (error) {
    if (stanzaCondition(error) === 'item-not-found') {
      throw new ArchiveGap('The archive no longer has that position', { cause: error });
    }
    throw error;
  } finally {
    stop();
  }
}

function countIn(fin: Element | undefined): number | null {
  const count = Number(fin?.getChild('set', ns.resultSet)?.getChildText('count') || Number.NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function queryStanza(query: ArchiveQuery, queryId: string): Element {
  const form = xml(
    'x',
    { xmlns: ns.dataForm, type: 'submit' },
    formField('FORM_TYPE', ns.archive),
    query.with === undefined ? null : formField('with', query.with),
    query.start === undefined ? null : formField('start', new Date(query.start).toISOString()),
    query.end === undefined ? null : formField('end', new Date(query.end).toISOString()),
  );
  const set = xml(
    'set',
    { xmlns: ns.resultSet },
    xml('max', {}, String(query.max ?? pageSize)),
    query.after === undefined ? null : xml('after', {}, query.after),
    query.before === undefined ? null : xml('before', {}, query.before),
  );
  const to = query.room === undefined ? {} : { to: query.room };
  return xml('iq', { type: 'set', ...to }, xml('query', { xmlns: ns.archive, queryid: queryId }, form, set));
}

function formField(name: string, value: string): Element {
  return xml('field', { var: name }, xml('value', {}, value));
}

function archivedIn(stanza: Element, owner: string, queryId: string): ArchivedMessage | null {
  // Only the archive's owner is authoritative; any other sender could forge a message that matches.
  const { from = owner } = stanza.attrs;
  if (bare(from) !== owner) return null;
  const result = stanza.getChild('result', ns.archive);
  if (result?.attrs.queryid !== queryId) return null;
  const forwarded = result.getChild('forwarded', ns.forward);
  const message = forwarded?.getChild('message');
  const id = result.attrs.id;
  const stamp = forwarded?.getChild('delay', ns.delay)?.attrs.stamp;
  if (!message || id === undefined || stamp === undefined) return null;
  const at = Date.parse(stamp);
  if (Number.isNaN(at) || id.length > idLimit) throw new ConnectorFailure('platform-protocol', 'archive');
  return { id, at, message };
}

/** Maximum clock difference to the server, in ms. */
const clocksApart = 24 * 3600 * 1000;
/** Maximum number of pages read to find a message in one chat: ten thousand messages since it was written. */
const searchPages = 200;

/**
 * Returns whether the archive contains an outbound message with this stanza id to this chat, searching from the newest back to
 * the time it was written. Null: unknown, because more messages have arrived since then than are read for one search.
 */
export async function wasSent(
  stream: XmppStream,
  { chatId, id, writtenAt }: OutboundMessage,
): Promise<boolean | null> {
  const since = writtenAt === undefined ? {} : { start: writtenAt - clocksApart };
  let before = '';
  for (let page = 0; page < searchPages; page += 1) {
    const query = { with: chatId, ...since, before };
    const { items, complete } = await queryArchive(stream, query);
    const ours = (item: ArchivedMessage) => bare(item.message.attrs.from ?? '') === stream.account;
    if (items.some((item) => ours(item) && item.message.attrs.id === id)) return true;
    const first = items[0];
    if (complete || !first) return false;
    before = first.id;
  }
  return null;
}

/** Returns whether the server archives this account's messages; without an archive, messages could be lost. */
export async function hasArchive(stream: XmppStream): Promise<boolean> {
  return hasFeature(await infoOf(stream, stream.account), ns.archive);
}

/**
 * Makes the server archive messages from all senders. Some archive only known contacts by default; a new customer's message
 * would then be missing after a reconnect. The owner's own exceptions are kept.
 */
export async function archiveEverybody(stream: XmppStream): Promise<void> {
  const answer = await stream.request(xml('iq', { type: 'get' }, xml('prefs', { xmlns: ns.archive })));
  const prefs = answer.getChild('prefs', ns.archive);
  if (!prefs || prefs.attrs.default === 'always') return;
  const lists = ['always', 'never'].map((name) => {
    const jids = prefs.getChild(name)?.getChildren('jid') ?? [];
    return xml(name, {}, ...jids.map((jid) => xml('jid', {}, jid.text())));
  });
  await stream.request(
    xml('iq', { type: 'set' }, xml('prefs', { xmlns: ns.archive, default: 'always' }, ...lists)),
  );
}
