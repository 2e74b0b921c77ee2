/** Files that a stanza shares by their address: XEP-0066, with the metadata of XEP-0447 and XEP-0385. */
import { type MediaKind, mediaKindOf } from '@parley/contract/conversations';
import { type Element, xml } from '@xmpp/client';
import type { MediaReference } from '../spec.ts';
import { withoutFallback } from './fallback.ts';
import { type FileAddressRule, isWithin } from './file-address.ts';
import { ns } from './namespaces.ts';

export type SharedFile = { kind: MediaKind; media: MediaReference; caption: string };

/**
 * Returns the file that a stanza shares, with the rest of its body as the caption. Null: it shares none, or its address must
 * not be requested; the message is then just the text with the address.
 */
export function sharedFile(
  stanza: Element,
  { chatId, addressOf }: { chatId: string; addressOf: FileAddressRule },
): SharedFile | null {
  const body = stanza.getChildText('body') ?? '';
  const described = describedFile(stanza);
  const outOfBand = stanza.getChild('x', ns.outOfBand);
  const named = described?.address ?? outOfBand?.getChildText('url')?.trim();
  const url = addressOf(named ?? body.trim());
  if (url === null) return null;
  if (named === undefined && !isUpload(url, chatId)) return null;
  const caption = captionIn(stanza, body, [url.href, named ?? body.trim()]);
  // An address next to a text that isn't marked as its fallback is merely a link mentioned in the text.
  if (caption === null) return null;
  const name = described?.name ?? nameIn(url);
  const contentType = described?.contentType ?? contentTypeOf(name);
  return {
    kind: mediaKindOf(contentType ?? ''),
    media: { key: url.href, name, contentType, size: described?.size ?? null },
    caption: caption || (outOfBand?.getChildText('desc') ?? '').trim(),
  };
}

/** Returns the elements that mark a body as the address of a medium. */
export const sharedElements = (address: string): Element[] => [
  xml('x', { xmlns: ns.outOfBand }, xml('url', {}, address)),
];

/** Returns null if the body has the address and other text that isn't marked as a caption. */
function captionIn(stanza: Element, body: string, addresses: readonly string[]): string | null {
  if (addresses.includes(body.trim())) return '';
  if (!addresses.some((address) => body.includes(address))) return body.trim();
  const marked = [ns.outOfBand, ns.fileSharing, ns.sharing].map((feature) =>
    withoutFallback(stanza, body, feature),
  );
  return marked.find((rest) => rest !== body)?.trim() ?? null;
}

type Described = { address: string; name: string | null; contentType: string | null; size: number | null };

function describedFile(stanza: Element): Described | null {
  const shared = stanza.getChild('file-sharing', ns.fileSharing);
  if (shared) {
    const source = shared.getChild('sources')?.getChild('url-data', ns.urlData)?.attrs.target;
    return described(source, shared.getChild('file', ns.fileMetadata));
  }
  const inline = stanza
    .getChildren('reference', ns.reference)
    .map((reference) => reference.getChild('media-sharing', ns.sharing))
    .find((sharing) => sharing !== undefined);
  const source = inline?.getChild('sources')?.getChild('reference', ns.reference)?.attrs.uri;
  return described(source, inline?.getChild('file', ns.jingleFile));
}

function described(address: string | undefined, file: Element | undefined): Described | null {
  if (address === undefined) return null;
  const size = file?.getChildText('size')?.trim() ?? '';
  return {
    address,
    name: file?.getChildText('name')?.trim() || null,
    contentType: file?.getChildText('media-type')?.trim().toLowerCase() || null,
    size: /^\d{1,15}$/.test(size) ? Number(size) : null,
  };
}

/**
 * Returns whether an address alone looks like one of the sender's upload service: on the sender's server, with a random part
 * (XEP-0363, «Security Considerations») and a file name. Ordinary pages of that server have addresses too, and stay links.
 */
function isUpload(url: URL, chatId: string): boolean {
  const parts = url.pathname.split('/').slice(1);
  const isRandom = (part: string) => part.length >= 16 && /^[\w-]+$/.test(part) && /\d/.test(part);
  return (
    isWithin(url.hostname, chatId.slice(chatId.indexOf('@') + 1)) &&
    url.search === '' &&
    parts.slice(0, -1).some(isRandom) &&
    contentTypeOf(parts.at(-1) ?? '') !== null
  );
}

function nameIn({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** By file extension; used until the bytes show the actual type. */
const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
};

function contentTypeOf(name: string): string | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(contentTypes, extension) ? (contentTypes[extension] ?? null) : null;
}
