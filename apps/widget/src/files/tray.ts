/** Shows the files being uploaded, each in its own row, which is removed once the file is a message. */
import type { PendingFile } from '../chat/outbox.ts';
import type { WidgetVisit } from '../chat/persistence.ts';
import type { Words } from '../lib/words.ts';
import { drawIcon, element, textButton } from '../view/dom.ts';
import type { FilesApi } from './api.ts';
import { createUploads, shownName, type VisitorUpload } from './uploads.ts';
import type { FileWords } from './words.ts';

/** The part of the first script's conversation that this one uses. */
export type FilesHost = { visit: WidgetVisit; sendFile(file: PendingFile, at: number): void };

export type Tray = { add(file: File, voice?: boolean): HTMLElement; flush(): void };

export function createTray(host: FilesHost, api: Pick<FilesApi, 'upload'>, words: Words & FileWords): Tray {
  const shown = new Map<number, { root: HTMLElement; refused?: VisitorUpload['refused'] }>();
  const uploads = createUploads(host.visit, api, {
    changed: show,
    uploaded: (file, at) => host.sendFile(file, at),
  });

  function fill(root: HTMLElement, entry: VisitorUpload): void {
    const { id, refused } = entry;
    const children = refused ? [drawIcon('failed'), words[refused]] : [words.sending];
    const state = element('span', refused ? 'state bad' : 'state', {}, children);
    const remove = textButton(words.remove, () => uploads.drop(id));
    const bubble = element('div', 'bubble file', {}, [
      element('span', 'bar'),
      shownName(entry) || words.file,
    ]);
    root.replaceChildren(bubble, element('div', 'meta', { role: 'status' }, [state, remove]));
  }
  function show(): void {
    const entries = uploads.list();
    for (const entry of entries) {
      const place = shown.get(entry.id);
      if (place === undefined) continue;
      if (place.refused !== entry.refused) fill(place.root, entry);
      place.refused = entry.refused;
      place.root.style.setProperty('--share', String(entry.share));
    }
    for (const [id, { root }] of shown) {
      if (entries.some((entry) => entry.id === id)) continue;
      root.parentElement?.remove();
      shown.delete(id);
    }
  }
  return {
    flush: uploads.flush,
    add(file, voice) {
      const root = element('div', 'upload');
      shown.set(uploads.add(file, Date.now(), voice).id, { root });
      show();
      return root;
    },
  };
}
