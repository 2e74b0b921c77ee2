/** The whole widget on the page: one element with a shadow root, which isolates the styles of both. */

import type { WidgetChat, WidgetChatState } from '../chat/widget-chat.ts';
import type { ExtrasPart, ExtrasPlaces } from '../extras/main.ts';
import { parseColor, type Rgb, readableOn, textOn } from '../lib/color.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Language } from '../lib/words.ts';
import adapt from './adapt.css?inline';
import content from './content.css?inline';
import { element } from './dom.ts';
import frame from './frame.css?inline';
import { createLauncher } from './launcher.ts';
import { createMoments } from './moment.ts';
import { createPanel, type Panel } from './panel.ts';
import { addStyles } from './styles.ts';

export type Widget = {
  root: HTMLElement;
  show(state: WidgetChatState): void;
  /** @param focus whether an opened chat takes the focus */
  toggle(open: boolean, focus: boolean): void;
  isOpen(): boolean;
};

/** Each theme's background on which the color is hardest to read: the sheet's light `--floor`, dark `--theirs`. */
const light: Rgb = [0xf5, 0xf6, 0xf8];
const dark: Rgb = [0x27, 0x2a, 0x32];

/** Sets the business's color, and readable colors for text on it and in it. */
function paint(stage: HTMLElement, color: string | null): void {
  const brand = parseColor(color);
  const values = {
    brand,
    on: textOn(brand),
    'ink-light': readableOn(brand, light),
    'ink-dark': readableOn(brand, dark),
  };
  for (const [name, value] of Object.entries(values)) stage.style.setProperty(`--${name}`, `rgb(${value})`);
}

/** Keeps Tab inside the chat on a phone, where it covers everything behind it. */
function keepFocus(panel: HTMLElement, event: KeyboardEvent, shadow: ShadowRoot): void {
  const stops = [...panel.querySelectorAll<HTMLElement>('button,textarea,a,[tabindex="0"]')].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (shadow.activeElement !== from && shadow.activeElement !== panel) return;
  event.preventDefault();
  to?.focus();
}

/** Focuses the panel on a touch screen, where a focused field would open the keyboard over the messages. */
function focusIn(panel: Panel): void {
  if (window.matchMedia('(pointer: coarse)').matches) panel.root.focus({ preventScroll: true });
  else panel.focus();
}

/** Fits the panel into the visible area, since the on-screen keyboard covers the page without resizing it. */
function followKeyboard(stage: HTMLElement): void {
  const view = window.visualViewport;
  if (view === null || view === undefined) return;
  const follow = (): void => {
    stage.style.setProperty('--height', `${view.height}px`);
    stage.style.setProperty('--top', `${view.offsetTop}px`);
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  follow();
}

/**
 * Hides key events from the page: its shortcuts see them on an element that isn't a text field, and would act on every
 * letter.
 */
function keepKeys(stage: HTMLElement): void {
  for (const type of ['keydown', 'keypress', 'keyup'])
    stage.addEventListener(type, (event) => event.stopPropagation());
}

/**
 * Creates the widget.
 *
 * @param store the store shared by the site's tabs
 * @param fetchExtras fetches the second script
 */
export function createWidget(
  { words, tag, dir }: Language,
  chat: WidgetChat,
  toggled: () => void,
  store: WidgetStore,
  fetchExtras: (attempt: number, places: ExtrasPlaces) => Promise<ExtrasPart>,
): Widget {
  const root = document.createElement('parley-chat');
  const shadow = root.attachShadow({ mode: 'open' });
  addStyles(shadow, frame + content + adapt);
  const moments = createMoments(tag, Date.now);
  const phone = window.matchMedia('(max-width: 480px)');
  const launcher = createLauncher(words, moments, () => toggle(!isOpen(), true));
  const panel = createPanel(
    words,
    moments,
    chat,
    () => toggle(false, true),
    store,
    async (attempt, places) => {
      const part = await fetchExtras(attempt, places);
      addStyles(shadow, part.styles);
      return part;
    },
  );
  const stage = element('div', 'stage', { dir, lang: tag }, [panel.root, launcher.root]);
  shadow.append(stage);
  followKeyboard(stage);
  keepKeys(stage);

  const isOpen = (): boolean => !panel.root.hidden;
  function toggle(open: boolean, focus: boolean): void {
    const inside = panel.root.contains(shadow.activeElement);
    panel.root.hidden = !open;
    stage.classList.toggle('open', open);
    panel.root.ariaModal = String(phone.matches);
    toggled();
    if (open) panel.opened();
    if (open && focus) focusIn(panel);
    if (!open && inside) launcher.root.focus({ preventScroll: true });
  }
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing && isOpen()) toggle(false, true);
    if (event.key === 'Tab' && isOpen() && phone.matches) keepFocus(panel.root, event, shadow);
  });
  return {
    root,
    toggle,
    isOpen,
    show(state) {
      paint(stage, state.color);
      launcher.show({ open: isOpen(), unread: state.unread });
      panel.show(state);
    },
  };
}
