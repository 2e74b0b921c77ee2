/** The whole widget on the page: one element with a shadow root, so that neither's styles reach the other. */

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

/** In either theme the ground on which the color is hardest to read: the sheet's light `--floor`, dark `--theirs`. */
const light: Rgb = [0xf5, 0xf6, 0xf8];
const dark: Rgb = [0x27, 0x2a, 0x32];

/** The business's color, and what can be read on it and in it. */
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

/** On a phone the chat is all there is: Tab stays inside, as nothing behind can be seen. */
function keepFocus(panel: HTMLElement, event: KeyboardEvent, shadow: ShadowRoot): void {
  const stops = [...panel.querySelectorAll<HTMLElement>('button,textarea,a,[tabindex="0"]')].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (shadow.activeElement !== from && shadow.activeElement !== panel) return;
  event.preventDefault();
  to?.focus();
}

/** On a touch screen the keyboard would jump up over what the visitor is about to read. */
function focusIn(panel: Panel): void {
  if (window.matchMedia('(pointer: coarse)').matches) panel.root.focus({ preventScroll: true });
  else panel.focus();
}

/** The on-screen keyboard covers the page without resizing it: the panel takes what is left to see. */
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

/** The page's own shortcuts see a key on an element that is no text field, and would act on every letter. */
function keepKeys(stage: HTMLElement): void {
  for (const type of ['keydown', 'keypress', 'keyup'])
    stage.addEventListener(type, (event) => event.stopPropagation());
}

/**
 * @param store what the site's tabs share
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
