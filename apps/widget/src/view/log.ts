/** The list of messages; a message keeps its element for as long as it exists. */
import { splitLinks } from '../lib/links.ts';
import type { Words } from '../lib/words.ts';
import { arrange, drawIcon, element, type Icon, setText, textButton } from './dom.ts';
import type { Extras } from './extras.ts';
import type { Moments } from './moment.ts';
import type { MessageState, ShownRow } from './rows.ts';

export type LogActions = { retry(id: string): void; remove(id: string): void };

export type MessageLog = { show(rows: readonly ShownRow[], business: string): void };

type Shown = {
  root: HTMLElement;
  day: HTMLElement;
  who: HTMLElement;
  meta: HTMLElement;
  /** Contains the attachment; filled again when that changes. */
  media: HTMLElement;
  mediaKey: string;
  /** Contains the text, which its author may change. */
  body: HTMLElement;
  text: string;
  state: MessageState | '';
};

const stateIcons: Readonly<Partial<Record<MessageState, Icon>>> = {
  sent: 'sent',
  read: 'read',
  failing: 'failed',
  refused: 'failed',
};

function isFailed(state: MessageState): state is 'failing' | 'refused' {
  return state === 'failing' || state === 'refused';
}

/** Renders a message; only links are more than plain text. */
export function bubble(text: string): HTMLElement {
  const children = splitLinks(text).map((piece) => {
    if (piece.href === undefined) return piece.text;
    const attributes = {
      href: piece.href,
      target: '_blank',
      rel: 'noopener noreferrer nofollow ugc',
      dir: 'ltr',
    };
    return element('a', '', attributes, [piece.text]);
  });
  // The inner element takes the text's direction, the outer one keeps the layout's.
  return element('div', 'bubble', {}, [element('div', 'text', { dir: 'auto' }, children)]);
}

function showAttachment(extras: Extras, shown: Shown, { attachment }: ShownRow): void {
  const key = JSON.stringify(attachment);
  if (shown.mediaKey === key || attachment === null) return;
  shown.mediaKey = key;
  shown.media.replaceChildren(extras.bubble(attachment));
}

function showText(shown: Shown, { text }: ShownRow): void {
  if (shown.text === text) return;
  const body = bubble(text);
  shown.body.replaceWith(body);
  Object.assign(shown, { body, text });
}

/** @param into the element that contains the rows, a live region */
export function createLog(
  into: HTMLElement,
  words: Words,
  moments: Moments,
  extras: Extras,
  actions: LogActions,
): MessageLog {
  const byId = new Map<string, Shown>();

  function make(row: ShownRow): Shown {
    const day = element('div', 'day');
    const who = element('span', 'hush');
    const meta = element('div', 'meta');
    const media = element('div', 'place');
    const body = row.text === '' ? element('div', '') : bubble(row.text);
    const root = element('div', row.own ? 'row own' : 'row', {}, [day, who, media, body, meta]);
    return { root, day, who, meta, media, mediaKey: 'null', body, text: row.text, state: '' };
  }

  /** Rebuilt only when the state changes, which keeps a focused button. */
  function fillMeta(shown: Shown, { id, at, state }: ShownRow): void {
    if (shown.state === state) return;
    shown.state = state;
    const failed = isFailed(state);
    const parts: HTMLElement[] = failed ? [] : [element('span', '', {}, [moments.time(at)])];
    if (state !== 'received') {
      const icon = stateIcons[state];
      const word = isFailed(state) ? words.failed : words[state];
      const children = icon === undefined ? [word] : [drawIcon(icon), word];
      parts.push(element('span', failed ? 'state bad' : 'state', {}, children));
    }
    if (failed) parts.push(textButton(words.retry, () => actions.retry(id)));
    if (state === 'refused') parts.push(textButton(words.remove, () => actions.remove(id)));
    shown.meta.replaceChildren(...parts);
  }

  function update(row: ShownRow, business: string): HTMLElement {
    const shown = byId.get(row.id) ?? make(row);
    byId.set(row.id, shown);
    setText(shown.day, row.newDay ? moments.day(row.at) : '');
    setText(shown.who, `${row.own ? words.you : business}: `);
    showAttachment(extras, shown, row);
    showText(shown, row);
    fillMeta(shown, row);
    shown.root.classList.toggle('below', row.joinsBelow && !isFailed(row.state));
    extras.part()?.row(row, shown.root);
    return shown.root;
  }

  return {
    show(rows, business) {
      const ids = new Set(rows.map((row) => row.id));
      for (const id of byId.keys()) if (!ids.has(id)) byId.delete(id);
      const elements = rows.map((row) => update(row, business));
      arrange(into, elements);
    },
  };
}
