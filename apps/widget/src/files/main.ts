/**
 * The widget's second script, `widget-files.js`: fetched when a file is chosen or an attachment is shown. Pages that
 * were opened before an update run their old `widget.js` with this one: its interface may only gain.
 */
import type { Call } from '../chat/api.ts';
import type { Language } from '../lib/words.ts';
import type { ShownAttachment } from '../view/rows.ts';
import { createFilesApi } from './api.ts';
import styles from './attachment.css?inline';
import { attachmentBubble } from './attachment.ts';
import { createTray, type FilesHost } from './tray.ts';
import { fileWords } from './words.ts';

export type FilesPart = {
  /** The style sheet of what this script shows. */
  styles: string;
  /** Shows what a message carries beside its text. */
  bubble(attachment: ShownAttachment): HTMLElement;
  /** Uploads the file and sends it. Returns what is to be shown in the row of the visitor until it is a message. */
  upload(file: File): HTMLElement;
  /** The visit may have begun. */
  show(): void;
};

/** @param base the server's origin */
export function start(host: FilesHost, language: Language, base: string, call: Call): FilesPart {
  const { visit } = host;
  const words = { ...language.words, ...fileWords(language.tag) };
  const api = createFilesApi(base, call);
  const tray = createTray(host, api, words);
  async function ask(fileId: string): Promise<string | null> {
    const token = visit.token();
    const link = token === null ? null : await api.fileLink(token, fileId);
    return link?.ok ? link.data.url : null;
  }
  return {
    styles,
    bubble: (attachment) => attachmentBubble(attachment, words, ask),
    upload: tray.add,
    show: tray.flush,
  };
}
