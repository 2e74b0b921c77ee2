/** The content of a message other than its text. Names and numbers are untrusted text. */
import type { SharedFileLink, SharedMessage } from '@parley/contract/chat-shares';
import type { ChatTexts } from '../lib/chat-texts.ts';
import { printableLine } from '../lib/printable.ts';
import { button, element } from './dom.ts';

type Attachment = NonNullable<SharedMessage['attachment']>;
type Media = Extract<Attachment, { type: 'media' }>;

export type FileAccess = {
  /** Returns short-lived URLs; null if they can't be had. */
  fileLink(): Promise<SharedFileLink | null>;
  /** Calls once when the element approaches the viewport. */
  whenNear(it: Element, run: () => void): void;
};

export function attachmentView(attachment: Attachment, texts: ChatTexts, access: FileAccess): HTMLElement {
  switch (attachment.type) {
    case 'media':
      return mediaView(attachment, texts, access);
    case 'contact':
      return element('div', 'card', [
        element('small', '', [texts.contact]),
        element('bdi', '', [printableLine(attachment.name, 100)]),
        ...attachment.phones.map((phone) => element('bdi', '', [printableLine(phone, 50)])),
      ]);
    case 'location':
      return locationView(attachment, texts);
  }
}

function locationView(
  { latitude, longitude, name, address }: Extract<Attachment, { type: 'location' }>,
  texts: ChatTexts,
): HTMLElement {
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const lines = [name, address].flatMap((it) =>
    it === null || it === '' ? [] : [element('bdi', '', [printableLine(it, 200)])],
  );
  return element('div', 'card', [
    element('small', '', [texts.location]),
    ...lines,
    element('span', '', [`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`]),
    element('a', '', [texts.map], { href: map, target: '_blank', rel: 'noopener noreferrer' }),
  ]);
}

function mediaView(media: Media, texts: ChatTexts, access: FileAccess): HTMLElement {
  if (media.state !== 'ready')
    return element('p', 'note', [media.state === 'fetching' ? texts.fetching : texts.failed]);
  const [family] = media.contentType.split('/');
  const box = element('div', 'file');
  const isPicture = family === 'image' && media.contentType !== 'image/svg+xml';
  if (isPicture && media.width && media.height) box.style.aspectRatio = `${media.width} / ${media.height}`;
  const load = async () => {
    box.replaceChildren(element('span', 'note', [texts.opening]));
    const link = await access.fileLink();
    if (link === null) return fail();
    box.replaceChildren(shownMedia(media, isPicture ? 'image' : family, { link, texts, fail }));
  };
  const press = () => void load();
  const fail = () =>
    box.replaceChildren(
      element('span', isPicture ? 'note broken-picture' : 'note', [texts.broken, ' ']),
      button(texts.open, press),
    );
  if (isPicture) access.whenNear(box, press);
  else box.append(button(labelOf(media, texts), press));
  return box;
}

const nameOf = ({ name }: Media, texts: ChatTexts) => printableLine(name, 100) || texts.unnamed;

function labelOf(media: Media, texts: ChatTexts): string {
  const { size } = media;
  return size === null ? nameOf(media, texts) : `${nameOf(media, texts)} (${sizeOf(size)})`;
}

function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

type Shown = { link: SharedFileLink; texts: ChatTexts; fail: () => void };

function shownMedia(media: Media, family: string | undefined, { link, texts, fail }: Shown): HTMLElement {
  const { url, previewUrl } = link;
  const name = nameOf(media, texts);
  if (family === 'image') {
    const picture = element('img', '', [], { src: previewUrl ?? url, alt: name });
    picture.addEventListener('error', fail);
    return element('a', '', [picture], { href: url, target: '_blank', rel: 'noopener noreferrer' });
  }
  if (family === 'audio' || family === 'video') {
    const player = element(family, '', [], { src: url, controls: '', 'aria-label': name });
    player.addEventListener('error', fail);
    return player;
  }
  // Such a URL is valid for an hour or two: pressing again requests a new one.
  return element('a', '', [element('bdi', '', [labelOf(media, texts)])], { href: url, download: name });
}
