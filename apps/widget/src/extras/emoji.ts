/** The button that opens the emoji, and their menu, whose content is in the third script. */
import type { EmojiPart } from '../emoji/main.ts';
import type { Words } from '../lib/words.ts';
import { element, textButton } from '../view/dom.ts';
import { addStyles } from '../view/styles.ts';
import { extraIcon } from './icons.ts';

type EmojiWords = Pick<Words, 'lost' | 'retry'> & { emoji: string };

/** Rejects when the script can't be fetched. `attempt` makes the URL unique, as browsers may cache an earlier failure. */
type FetchPart = (attempt: number) => Promise<EmojiPart>;

function createParts({ emoji }: EmojiWords) {
  const names = { 'aria-label': emoji, title: emoji };
  const states = { 'aria-haspopup': 'menu', 'aria-expanded': 'false' };
  const button = element('button', 'tool', { type: 'button', ...names, ...states }, [extraIcon('emoji')]);
  const menu = element('div', 'menu emoji', { role: 'menu', 'aria-label': emoji, hidden: '' });
  // Keeps the focus in the text on pointer presses.
  for (const place of [button, menu]) place.addEventListener('mousedown', (event) => event.preventDefault());
  return { button, menu };
}

/** Returns a function that fills the menu once; after a failure the menu offers a retry. */
function createFilling(
  menu: HTMLElement,
  words: EmojiWords,
  fetchPart: FetchPart,
  fill: (part: EmojiPart) => void,
): () => Promise<void> {
  let attempts = 0;
  let state: 'empty' | 'loading' | 'filled' = 'empty';
  const show = (children: (Node | string)[]): void =>
    menu.replaceChildren(element('div', 'meta', { role: 'status' }, children));
  return async function load() {
    if (state !== 'empty') return;
    state = 'loading';
    show(['…']);
    try {
      attempts += 1;
      const part = await fetchPart(attempts);
      // The widget's elements are in a shadow root from the start.
      addStyles(menu.getRootNode() as ShadowRoot, part.styles);
      fill(part);
      state = 'filled';
    } catch {
      state = 'empty';
      show([words.lost, textButton(words.retry, () => void load())]);
    }
  };
}

/** @param tag the interface's language */
export function createEmoji(
  { panel, foot }: { panel: HTMLElement; foot: HTMLElement },
  words: EmojiWords,
  tag: string,
  fetchPart: FetchPart,
): void {
  const area = foot.querySelector('textarea');
  if (area === null) return;
  const { button, menu } = createParts(words);
  function toggle(open: boolean): void {
    menu.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
  }
  function close(): void {
    toggle(false);
    area?.focus({ preventScroll: true });
  }
  const fill = createFilling(menu, words, fetchPart, (part) => part.fill(menu, area, tag, close));
  async function open(byKey: boolean): Promise<void> {
    toggle(true);
    await fill();
    if (byKey && !menu.hidden) menu.querySelector('button')?.focus({ preventScroll: true });
  }
  button.addEventListener('click', ({ detail }) => {
    if (menu.hidden) void open(detail === 0);
    else toggle(false);
  });
  function handleKey(event: KeyboardEvent): void {
    if (menu.hidden || event.isComposing) return;
    if (event.key === 'Tab' && event.composedPath().includes(menu)) toggle(false);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }
  // Runs before the chat's listeners, which would close the chat or end a reply.
  foot.addEventListener('keydown', handleKey, { capture: true });
  // Runs after the click has reached its target, because closing moves the conversation.
  panel.addEventListener('click', (event) => {
    const path = event.composedPath();
    if (![menu, button, area].some((place) => path.includes(place))) toggle(false);
  });
  const line = foot.querySelector('.composer');
  line?.before(menu);
  line?.prepend(button);
}
