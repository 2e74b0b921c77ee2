/** Shows the business's name, and whether an agent is online. */

import type { WidgetChatState } from '../chat/widget-chat.ts';
import type { Words } from '../lib/words.ts';
import { element, iconButton, setText } from './dom.ts';

export type Header = { root: HTMLElement; show(state: WidgetChatState): void };

export function createHeader(words: Words, close: () => void): Header {
  const face = element('div', 'face', { 'aria-hidden': 'true' });
  const name = element('bdi', 'name', { id: 'name' });
  const presence = element('div', 'presence', { role: 'status' });
  const closer = iconButton('shut', words.close, 'close');
  closer.addEventListener('click', close);
  const root = element('div', 'head', {}, [face, element('div', 'who', {}, [name, presence]), closer]);
  return {
    root,
    show({ business, trouble }) {
      const online = business?.online === true;
      setText(face, [...(business?.name.trim() ?? '')][0]?.toUpperCase() ?? '');
      setText(name, business?.name ?? words.open);
      setText(presence, trouble ? words.lost : online ? words.online : business === null ? '' : words.away);
      presence.classList.toggle('on', online && !trouble);
    },
  };
}
