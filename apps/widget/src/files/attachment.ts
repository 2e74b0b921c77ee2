/** Shows the attachment of a message. Names are external, and inserted as text. */
import type { FileLink } from '@parley/contract/files';
import type { Words } from '../lib/words.ts';
import { element, textButton } from '../view/dom.ts';
import type { ShownAttachment } from '../view/rows.ts';
import type { FileWords } from './words.ts';

type AttachmentWords = FileWords & Pick<Words, 'retry'>;
type Media = Extract<ShownAttachment, { type: 'media' }>;

/** Requests a file's URLs; null if they can't be had at the moment. */
type AskForLink = (fileId: string) => Promise<FileLink | null>;

export function attachmentBubble(
  attachment: ShownAttachment,
  words: AttachmentWords,
  ask: AskForLink,
): HTMLElement {
  const root = element('div', 'bubble media');
  if (attachment.type === 'media') showMedia(root, attachment, words, ask);
  else root.append(...linesOf(attachment).map((line) => element('div', 'text', { dir: 'auto' }, [line])));
  return root;
}

function linesOf(attachment: Exclude<ShownAttachment, Media>): string[] {
  if (attachment.type === 'contact') return [attachment.name, ...attachment.phones];
  const { name, address, latitude, longitude } = attachment;
  return [name ?? '', address ?? '', `${latitude}, ${longitude}`].filter((line) => line !== '');
}

function showMedia(root: HTMLElement, media: Media, words: AttachmentWords, ask: AskForLink): void {
  const { fileId, name } = media;
  const label = name === '' ? words.file : name;
  const title = element('span', '', { dir: 'auto' }, [label]);
  root.replaceChildren(title);
  if (fileId === null) return;
  void ask(fileId).then((link) => {
    if (link !== null) {
      root.replaceChildren(shown(root, media, link, label));
      renew(root, () => ask(fileId));
    } else
      title.append(
        ' ',
        textButton(words.retry, () => showMedia(root, media, words, ask)),
      );
  });
}

/** The server's URLs are valid for at least an hour; a page may be open for days. */
const holdsMs = 3_300_000;

/** Replaces an expired URL when the visitor opens the file. */
function renew(root: HTMLElement, ask: () => Promise<FileLink | null>): void {
  let until = Date.now() + holdsMs;
  root.onclick = async (event) => {
    const anchor = (event.target as Element).closest('a'); // a click's target is an element
    if (anchor === null || Date.now() < until) return;
    event.preventDefault();
    const link = await ask();
    if (link === null) return;
    until = Date.now() + holdsMs;
    anchor.href = link.url;
    anchor.click();
  };
}

function download(url: string, label: string): HTMLElement {
  return element('a', '', { href: url, download: label, target: '_blank', rel: 'noopener' }, [label]);
}

/** Shows a picture or a player; if the page forbids it or the browser can't play it, the file to download. */
function shown(
  root: HTMLElement,
  { contentType, width, height }: Extract<Media, { fileId: string | null; contentType: string }>,
  { url, previewUrl }: FileLink,
  label: string,
): HTMLElement {
  const [family] = contentType.split('/');
  const instead = (): void => root.replaceChildren(download(url, label));
  if (family === 'image') {
    const size: Record<string, string> =
      width && height ? { width: String(width), height: String(height) } : {};
    const picture = element('img', '', { src: previewUrl ?? url, alt: label, loading: 'lazy', ...size });
    picture.addEventListener('error', instead);
    return element('a', '', { href: url, target: '_blank', rel: 'noopener' }, [picture]);
  }
  if (family !== 'audio' && family !== 'video') return download(url, label);
  const player = element(family, '', { src: url, controls: '', preload: 'metadata', 'aria-label': label });
  player.addEventListener('error', instead);
  return player;
}
