/** The attachment of an inbound message, within storage limits. All of it is untrusted input from the platform. */
import type { InboundMessage, MediaReference } from '@parley/connectors';
import { storableText } from '../../base/db/storable-text.ts';
import type { StoredAttachment, StoredMedia } from '../../schema/conversations.ts';

/** Longest values in UTF-16 units. */
const longest = { name: 200, address: 500, phone: 50, key: 4_000, contentType: 100 };
const maxPhones = 10;
/** Largest plausible figure of a medium: pixels, bytes or ms. */
const largest = Number.MAX_SAFE_INTEGER;

const start = (text: string, units: number) => storableText(text.slice(0, units));

/**
 * Removes marks of direction, which display `gnp.exe` as `exe.png`. Names of uploaded files can't contain them either.
 */
const printable = (name: string) => name.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');

function whole(value: number | null | undefined): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > largest) return null;
  return Math.round(value);
}

/** Returns a medium to fetch. One whose handle is too long to store can't be fetched and is marked as failed. */
function mediaOf(media: MediaReference): StoredMedia {
  const fits = media.key.length <= longest.key;
  const expiresAt = whole(media.expiresAt);
  return {
    type: 'media',
    state: fits ? 'fetching' : 'failed',
    problem: fits ? null : 'not-fetched',
    name: start(printable(media.name ?? ''), longest.name),
    contentType: start(media.contentType ?? 'application/octet-stream', longest.contentType),
    size: whole(media.size),
    width: whole(media.width),
    height: whole(media.height),
    durationMs: whole(media.durationMs),
    key: fits ? storableText(media.key) : null,
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

/** Returns null for a text, and for a kind that can't be shown. */
export function attachmentOf(message: InboundMessage): StoredAttachment | null {
  if ('media' in message) return mediaOf(message.media);
  if (message.kind === 'contact') {
    const { name, phones } = message.contact;
    return {
      type: 'contact',
      name: start(name, longest.name),
      phones: phones.slice(0, maxPhones).map((phone) => start(phone, longest.phone)),
    };
  }
  if (message.kind !== 'location') return null;
  const { latitude, longitude, name, address } = message.location;
  return {
    type: 'location',
    latitude,
    longitude,
    name: name ? start(name, longest.name) : null,
    address: address ? start(address, longest.address) : null,
  };
}
