/**
 * The widget's third script, fetched when the visitor first opens the emoji. It may be newer than the second script
 * that runs it, so its interface may only be extended.
 */
import { element } from '../view/dom.ts';
import styles from './emoji.css?inline';
import { groups, lines, placeAfter } from './emoji.ts';
import { insertText } from './insert.ts';

export type EmojiPart = {
  /** The style sheet of this script's elements. */
  styles: string;
  /**
   * Fills the menu.
   *
   * @param tag the interface's language
   * @param close called after a choice by key, which ends the choosing
   */
  fill(menu: HTMLElement, area: HTMLTextAreaElement, tag: string, close: () => void): void;
};

function createItem(emoji: string): HTMLButtonElement {
  return element('button', 'item', { type: 'button', role: 'menuitem', tabindex: '-1' }, [emoji]);
}

export function start(): EmojiPart {
  return {
    styles,
    fill(menu, area, tag, close) {
      const names = (lines[tag.slice(0, 2)] ?? '').split('|');
      const items: HTMLButtonElement[] = [];
      const sections = groups.map((group, at) => {
        const name = names[at] ?? '';
        const buttons = group.map(createItem);
        items.push(...buttons);
        const heading = element('div', 'kind', { 'aria-hidden': 'true' }, [name]);
        const line = element('div', 'line', {}, buttons);
        return element('div', '', { role: 'group', 'aria-label': name }, [heading, line]);
      });
      for (const item of items) {
        item.addEventListener('click', ({ detail }) => {
          insertText(area, item.textContent ?? '');
          // With a pointer, several can be chosen; a key press has taken the focus from the text.
          if (detail === 0) close();
        });
      }
      menu.addEventListener('keydown', (event) => {
        const at = items.findIndex((item) => item.matches(':focus'));
        const to = placeAfter(event.key, at, items.length, getComputedStyle(menu).direction === 'rtl');
        if (to === null) return;
        event.preventDefault();
        items[to]?.focus();
      });
      menu.replaceChildren(...sections);
    },
  };
}
