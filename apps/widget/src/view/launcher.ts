/** The round button in the corner, with the number of unread messages. */
import type { Words } from '../lib/words.ts';
import { drawIcon, element, setText } from './dom.ts';
import type { Moments } from './moment.ts';

export type Launcher = { root: HTMLButtonElement; show(at: { open: boolean; unread: number }): void };

export function createLauncher(words: Words, moments: Moments, toggle: () => void): Launcher {
  const badge = element('span', 'badge', { 'aria-hidden': 'true', hidden: '' });
  const root = element('button', 'launcher', { type: 'button' }, [drawIcon('chat'), drawIcon('down'), badge]);
  root.addEventListener('click', toggle);
  return {
    root,
    show({ open, unread }) {
      const label = open ? words.close : words.open;
      const count = moments.number(Math.min(unread, 99)) + (unread > 99 ? '+' : '');
      root.setAttribute('aria-label', unread > 0 && !open ? `${label}. ${words.unread}: ${unread}` : label);
      root.setAttribute('aria-expanded', String(open));
      root.classList.toggle('open', open);
      badge.hidden = unread === 0 || open;
      setText(badge, badge.hidden ? '' : count);
    },
  };
}
