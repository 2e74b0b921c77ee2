/** A menu beside the element that opened it. */
import { element } from '../view/dom.ts';

export type ActEntry = { label: string; act(): void; stays?: boolean };
export type MenuReactions = {
  label: string;
  emoji: readonly string[];
  chosen: string;
  choose(emoji: string): void;
};
export type MenuContent = { entries: readonly ActEntry[]; reactions: MenuReactions | null };

export type Menu = {
  open(at: HTMLElement, content: MenuContent): void;
};

/** Pixels between the menu, its button and the panel's edge. */
const gap = 6;

function place(root: HTMLElement, at: HTMLElement, panel: HTMLElement): void {
  const [button, frame] = [at.getBoundingClientRect(), panel.getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = root;
  const below = button.bottom + gap + height <= frame.bottom - gap;
  const top = below ? button.bottom + gap : Math.max(button.top - gap - height, frame.top + gap);
  const left = Math.min(
    Math.max(button.left + button.width / 2 - width / 2, frame.left + gap),
    frame.right - gap - width,
  );
  root.style.top = `${top - frame.top}px`;
  root.style.left = `${left - frame.left}px`;
}

/** Returns the item to which a key moves; null if the key has no meaning in a menu. */
export function stepTo(key: string, at: number, count: number, rtl: boolean): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const forward = key === 'ArrowDown' || key === (rtl ? 'ArrowLeft' : 'ArrowRight');
  const back = key === 'ArrowUp' || key === (rtl ? 'ArrowRight' : 'ArrowLeft');
  if (!forward && !back) return null;
  return (at + (forward ? 1 : count - 1)) % count;
}

/** @param chosen called when an item was chosen, unless the item keeps the menu open */
function item({ label, act, stays = false }: ActEntry, chosen: () => void): HTMLButtonElement {
  const button = element('button', 'item', { type: 'button', role: 'menuitem', tabindex: '-1' }, [label]);
  button.addEventListener('click', () => {
    if (!stays) chosen();
    act();
  });
  return button;
}

function reactionItems({ label, emoji, chosen, choose }: MenuReactions, done: () => void): HTMLElement {
  const buttons = emoji.map((one) => {
    const button = item({ label: one, act: () => choose(one) }, done);
    button.setAttribute('role', 'menuitemradio');
    button.setAttribute('aria-checked', String(one === chosen));
    return button;
  });
  return element('div', 'reactions', { role: 'group', 'aria-label': label }, buttons);
}

/** Binds keys: arrows move the focus; Escape and Tab close the menu. */
function listenForKeys(root: HTMLElement, close: () => void): void {
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') return close();
    // The same key would close the chat.
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const items = [...root.querySelectorAll('button')];
    const at = items.findIndex((one) => one.matches(':focus'));
    const to = stepTo(event.key, at, items.length, getComputedStyle(root).direction === 'rtl');
    if (to === null) return;
    event.preventDefault();
    items[to]?.focus();
  });
}

/** @param panel the chat's window, which contains the menu; any press in it closes the menu */
export function createMenu(panel: HTMLElement): Menu {
  const root = element('div', 'menu', { role: 'menu', hidden: '' });
  let opener: HTMLElement | null = null;
  panel.append(root);

  function close(focus: boolean): void {
    if (root.hidden) return;
    root.hidden = true;
    opener?.setAttribute('aria-expanded', 'false');
    if (focus) opener?.focus({ preventScroll: true });
    opener = null;
  }
  const done = (): void => close(true);
  listenForKeys(root, done);
  panel.addEventListener('pointerdown', (event) => {
    if (!event.composedPath().includes(root)) close(false);
  });
  // An arriving message scrolls the conversation to its end: the menu follows its button.
  function follow(): void {
    if (opener === null) return;
    if (opener.isConnected) place(root, opener, panel);
    else close(false);
  }
  panel.addEventListener('scroll', follow, { capture: true, passive: true });
  return {
    open(at, { entries, reactions }) {
      close(false);
      opener = at;
      at.setAttribute('aria-expanded', 'true');
      root.replaceChildren(
        ...(reactions === null ? [] : [reactionItems(reactions, done)]),
        ...entries.map((entry) => item(entry, done)),
      );
      root.hidden = false;
      place(root, at, panel);
      root.querySelector('button')?.focus({ preventScroll: true });
    },
  };
}
