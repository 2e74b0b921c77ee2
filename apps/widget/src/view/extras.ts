/**
 * Loads the second script (`src/extras/`), which contains everything that isn't needed at first sight, when the chat is
 * opened. Until it is loaded, or where a page's policy forbids it, texts can be written and read, and only a file's
 * name is shown.
 */
import type { ExtrasPart } from '../extras/main.ts';
import type { Words } from '../lib/words.ts';
import { element, textButton } from './dom.ts';
import type { ShownAttachment } from './rows.ts';

export type Extras = {
  /** Returns the second script once it is loaded. */
  part(): ExtrasPart | undefined;
  /** Returns an element that shows the attachment as soon as possible. */
  bubble(attachment: ShownAttachment): HTMLElement;
  /** Fetches the second script, unless it is loaded or loading. */
  load(): void;
  /** Same as `load`, but not after a failure: then the visitor decides. */
  loadOnce(): void;
};

/**
 * Creates the loader.
 *
 * @param fetchPart rejects when the script can't be fetched; `attempt` makes the URL unique, as browsers may cache a
 * failure
 * @param loaded called when the script is loaded
 */
export function createExtras(
  words: Words,
  fetchPart: (attempt: number) => Promise<ExtrasPart>,
  loaded: () => void,
): Extras {
  const places = new Map<HTMLElement, ShownAttachment>();
  let part: ExtrasPart | undefined;
  let loading = false;
  let attempts = 0;

  const offer = (place: HTMLElement): void => place.append(textButton(words.retry, load));
  async function fetchOnce(): Promise<void> {
    if (part || loading) return;
    loading = true;
    attempts += 1;
    for (const place of places.keys()) place.lastElementChild?.remove();
    try {
      const fetched = await fetchPart(attempts);
      part = fetched;
      for (const [place, attachment] of places) place.replaceWith(fetched.bubble(attachment));
      loaded();
    } catch {
      for (const place of places.keys()) offer(place);
    }
    loading = false;
  }
  const load = (): void => void fetchOnce();
  return {
    part: () => part,
    load,
    loadOnce() {
      if (attempts === 0) load();
    },
    bubble(attachment) {
      if (part) return part.bubble(attachment);
      const place = element('div', 'bubble', {}, [`📎 ${attachment.name ?? ''} `]);
      places.set(place, attachment);
      if (attempts > 0 && !loading) offer(place);
      return place;
    },
  };
}
