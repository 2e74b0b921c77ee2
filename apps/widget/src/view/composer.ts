/** The visitor's input. Enter sends, Shift+Enter inserts a line break; a text that is too long is kept, and not sent. */
import type { WidgetStore } from '../lib/store.ts';
import { cleanText, codePoints, messageLimit } from '../lib/text.ts';
import type { Words } from '../lib/words.ts';
import { element, iconButton, setText } from './dom.ts';
import type { Moments } from './moment.ts';

export type Composer = {
  root: HTMLElement;
  focus(): void;
  /** Call when it becomes visible: a hidden field has no height. */
  opened(): void;
  /** Adopts the draft as another tab has left it, unless the visitor is typing here. */
  follow(): void;
};

type ComposerListener = {
  write(text: string): void;
  typed(on: boolean): void;
};

/** Above this many UTF-16 units a text is too long in any case, and measuring its height would be slow. */
const hopeless = messageLimit * 2;
/** In pixels, the same as in the style sheet. */
const tallest = 132;

function grow(area: HTMLTextAreaElement): void {
  // Hidden by a recording: the former height is still right when it returns.
  if (area.getClientRects().length === 0) return;
  area.style.height = 'auto';
  area.style.height = `${area.value.length > hopeless ? tallest : Math.min(area.scrollHeight, tallest)}px`;
}

/** While an input method composes, Enter picks a word; Safari indicates that only by the legacy key code. */
function sends(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
}

function createParts(words: Words) {
  const area = element('textarea', 'area', {
    rows: '1',
    dir: 'auto',
    placeholder: words.write,
    'aria-label': words.write,
    'aria-describedby': 'note',
    enterkeyhint: 'send',
  });
  const send = iconButton('go', words.send, 'send');
  const note = element('div', 'note', { id: 'note', role: 'status' });
  const line = element('div', 'composer', {}, [area, send]);
  const root = element('div', 'foot', {}, [note, line]);
  return { area, send, note, root };
}

export function createComposer(
  words: Words,
  moments: Moments,
  on: ComposerListener,
  /** Keeps the unsent text: one draft for all tabs, as there is one conversation. */
  store: WidgetStore,
): Composer {
  const { area, send, note, root } = createParts(words);
  const kept = (): string => store.get('draft') ?? '';
  area.value = kept();
  /** Returns the text that would be sent; empty if there is none that may be sent. */
  function check(): string {
    grow(area);
    if (area.value !== kept()) store.set('draft', area.value);
    const text = cleanText(area.value);
    const count = codePoints(text);
    const fits = count <= messageLimit;
    const near =
      count > messageLimit * 0.9 ? `${moments.number(count)} / ${moments.number(messageLimit)}` : '';
    area.setAttribute('aria-invalid', String(!fits));
    setText(note, fits ? near : `${words.long}: ${near}`);
    note.classList.toggle('bad', !fits);
    const ready = fits && text !== '';
    send.classList.toggle('ready', ready);
    send.setAttribute('aria-disabled', String(!ready));
    return ready ? text : '';
  }
  function submit(): void {
    const text = check();
    area.focus();
    if (text === '') return;
    area.value = '';
    check();
    on.write(text);
  }
  area.addEventListener('input', () => on.typed(check() !== ''));
  area.addEventListener('keydown', (event) => {
    if (!sends(event)) return;
    event.preventDefault();
    submit();
  });
  send.addEventListener('click', submit);
  return {
    root,
    opened: check,
    focus: () => area.focus({ preventScroll: true }),
    follow() {
      if (area.value === kept() || (document.hasFocus() && area.matches(':focus'))) return;
      area.value = kept();
      check();
    },
  };
}
