/**
 * Files in the chat. All that is done with them but choosing them is in the second script (`src/files/`), which is
 * fetched when there is something to show; until then a file's name is shown.
 */
import type { FilesPart } from '../files/main.ts';
import type { Words } from '../lib/words.ts';
import { element, textButton } from './dom.ts';
import type { ShownAttachment } from './rows.ts';

export type Files = {
  /** The visitor's files that are no messages yet. */
  tray: HTMLElement;
  choose(files: readonly File[]): void;
  /** Returns an element that shows the attachment as soon as it can. */
  bubble(attachment: ShownAttachment): HTMLElement;
  /** Fetches the second script, unless it is there or on its way. */
  load(): void;
  /** The conversation has changed. `visible`: what is in it can be seen. */
  show(visible: boolean): void;
};

/** @param fetchPart rejects when the script can't be had. `attempt`: a browser may remember the failure of an earlier one. */
export function createFiles(words: Words, fetchPart: (attempt: number) => Promise<FilesPart>): Files {
  const tray = element('div', '');
  const places = new Map<HTMLElement, (part: FilesPart) => HTMLElement>();
  let part: FilesPart | undefined;
  let loading = false;
  let attempts = 0;

  async function fetchOnce(): Promise<void> {
    if (part || loading) return;
    loading = true;
    attempts += 1;
    for (const place of places.keys()) place.lastElementChild?.remove();
    try {
      part = await fetchPart(attempts);
      for (const [place, fill] of places) place.replaceWith(fill(part));
    } catch {
      for (const place of places.keys()) place.append(textButton(words.retry, load));
    }
    loading = false;
  }
  const load = (): void => void fetchOnce();
  function put(name: string, fill: (part: FilesPart) => HTMLElement): HTMLElement {
    if (part) return fill(part);
    const place = element('div', 'bubble', {}, [`📎 ${name} `]);
    places.set(place, fill);
    return place;
  }
  return {
    tray,
    load,
    bubble: (attachment) => put(attachment.name ?? '', ({ bubble }) => bubble(attachment)),
    choose(files) {
      for (const file of files)
        tray.append(element('div', 'row own', {}, [put(file.name, ({ upload }) => upload(file))]));
      load();
    },
    show(visible) {
      part?.show();
      // After a failure the visitor decides.
      if (visible && places.size > 0 && attempts === 0) load();
    },
  };
}
