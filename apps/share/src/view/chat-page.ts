/**
 * The page of a shared conversation. Unlike figures, messages keep their elements when new ones arrive: a video
 * continues to play, and a reader keeps the place.
 */
import type { SharedFileLink, SharedMessage } from '@parley/contract/chat-shares';
import type { ChatView } from '../lib/chat-api.ts';
import { type ChatTexts, chatTextsOf } from '../lib/chat-texts.ts';
import { printableLine } from '../lib/printable.ts';
import { shownName } from '../lib/shown-name.ts';
import { filled, type ShareLanguage } from '../lib/texts.ts';
import { messageView } from './chat-message.ts';
import { button, element } from './dom.ts';
import { formatsOf, type ShareFormats } from './formats.ts';
import { createShell, type OpenState, type ShellActions } from './shell.ts';

export type ChatActions = ShellActions & {
  /** Loads the messages before the known ones; resolves to false if that failed. */
  earlier(): Promise<boolean>;
  fileLink(seq: number): Promise<SharedFileLink | null>;
  choices: { get(name: string): string | null; set(name: string, value: string): void };
  /** The address of the page that led here; null if there was none. */
  back: string | null;
};

export function createChatPage(root: HTMLElement, actions: ChatActions) {
  let pane: ReturnType<typeof createPane> | null = null;
  return createShell<ChatView>(root, actions, {
    titleOf: ({ title }) => title,
    reset() {
      pane = null;
    },
    instead: (language) => backTo(actions.back, chatTextsOf(language), 'message note'),
    draw(state, language) {
      if (pane !== null) {
        pane.update(state);
        return null;
      }
      const made = createPane(actions, language);
      pane = made;
      // Once it is in the page, because it starts at the end.
      queueMicrotask(() => made.update(state));
      return made.nodes;
    },
  });
}

/** Distance from the end, in CSS pixels, within which the page follows new messages. */
const nearEnd = 120;

const page = () => document.scrollingElement ?? document.documentElement;
const fromEnd = () => page().scrollHeight - page().scrollTop - page().clientHeight;

function createPane(actions: ChatActions, language: ShareLanguage) {
  const texts = chatTextsOf(language);
  const formats = formatsOf(language);
  const head = createHead(language, texts, formats);
  const list = createList(actions, { language, texts, formats });
  const problem = element('span', 'bad', [], { role: 'alert' });
  const earlier = button(texts.earlier, () => void loadEarlier());
  const top = element('div', 'earlier', [earlier, problem]);
  const empty = element('p', 'empty', [texts.empty]);
  const latest = button(texts.latest, toEnd, { class: 'primary' });
  latest.hidden = true;
  // Visible at any scroll position.
  const lost = element('p', 'stale', [texts.stale], { role: 'alert' });
  const foot = element('div', 'chat-foot', [lost, latest]);
  let last: number | null = null;

  function toEnd(): void {
    latest.hidden = true;
    page().scrollTop = page().scrollHeight;
  }

  async function loadEarlier(): Promise<void> {
    if (earlier.ariaDisabled === 'true') return;
    const [known, hadFocus] = [list.messages().length, document.activeElement === earlier];
    // A disabled button would lose the focus.
    earlier.ariaDisabled = 'true';
    problem.textContent = (await actions.earlier()) ? '' : texts.earlierFailed;
    earlier.ariaDisabled = null;
    if (hadFocus && top.hidden) list.messages().at(-known)?.focus({ preventScroll: true });
  }

  window.addEventListener('scroll', () => {
    if (fromEnd() < nearEnd) latest.hidden = true;
  });

  return {
    nodes: [
      ...backTo(actions.back, texts),
      head.root,
      choiceOf(texts, actions.choices, list.root),
      top,
      empty,
      list.root,
      foot,
    ],
    update({ view, stale }: OpenState<ChatView>): void {
      head.show(view, stale);
      lost.hidden = !stale;
      top.hidden = !view.more;
      empty.hidden = view.messages.length > 0;
      const newest = view.messages.at(-1)?.seq ?? 0;
      const [wasAtEnd, place] = [fromEnd() < nearEnd, fromEnd()];
      const grew = list.show(view);
      if (last === null || (newest > last && wasAtEnd)) toEnd();
      else if (grew === 'above') page().scrollTop = page().scrollHeight - page().clientHeight - place;
      else if (newest > last) latest.hidden = false;
      last = newest;
    },
  };
}

const backTo = (address: string | null, texts: ChatTexts, className = 'note'): Node[] =>
  address === null
    ? []
    : [element('p', className, [element('a', '', [`← ${texts.back}`], { href: address })])];

function createHead(language: ShareLanguage, texts: ChatTexts, formats: ShareFormats) {
  const title = element('h1');
  const note = element('p', 'note');
  return {
    root: element('div', 'chat-head', [title, note]),
    show(view: ChatView, isStale: boolean): void {
      const { expiresAt } = view;
      title.textContent = view.title;
      const until = expiresAt === null ? [] : [filled(texts.until, { time: formats.moment(expiresAt) })];
      const who = shownName(view, language);
      const zone = filled(texts.timesIn, { zone: formats.zone(Date.now()) });
      const rest = [...(isStale ? [] : [texts.live]), ...until, zone].join(' · ');
      const name = who === null ? [] : [element('bdi', '', [who]), ' · '];
      note.replaceChildren(...name, rest);
      note.className = isStale ? 'note' : 'note live';
    },
  };
}

const languages = ['both', 'original', 'translation'] as const;

/** Selects original, translation or both; initially the visitor's last choice. */
function choiceOf(texts: ChatTexts, choices: ChatActions['choices'], list: HTMLElement): HTMLElement {
  const last = choices.get('texts');
  const begun = languages.find((one) => one === last) ?? 'both';
  list.dataset.show = begun;
  const options = languages.map((one) => {
    const input = element('input', '', [], { type: 'radio', name: 'texts', value: one });
    input.checked = one === begun;
    input.addEventListener('change', () => {
      list.dataset.show = one;
      choices.set('texts', one);
    });
    return element('label', '', [input, element('span', '', [texts[one]])]);
  });
  return element('fieldset', 'choice', [element('legend', 'only-read-aloud', [texts.show]), ...options]);
}

type Wording = { language: ShareLanguage; texts: ChatTexts; formats: ShareFormats };
type Drawn = { of: string; node: HTMLElement };

const isBySame = (one: SharedMessage, other: SharedMessage) =>
  one.from === other.from && one.sender === other.sender;

/** Returns the author's name; in a group the member's, if it may be shown. */
const authorOf = ({ from, sender }: SharedMessage, names: Record<SharedMessage['from'], string>) =>
  sender === null ? names[from] : printableLine(sender, 80);

/** Lists the messages and the days between them. Unchanged ones keep their elements. */
function createList(actions: ChatActions, { language, texts, formats }: Wording) {
  const root = element('ol', 'chat', [], { 'aria-label': texts.messages });
  const whenNear = nearness();
  let drawn = new Map<string, Drawn>();
  let first: number | null = null;

  function goTo(seq: number): void {
    const it = drawn.get(`message ${seq}`)?.node;
    it?.scrollIntoView({ block: 'center' });
    it?.focus({ preventScroll: true });
  }

  /** Keeps an element that is up to date, otherwise draws it. */
  function keep(next: Map<string, Drawn>, key: string, of: string, draw: () => HTMLElement): void {
    const known = drawn.get(key);
    next.set(key, known?.of === of ? known : { of, node: draw() });
  }

  function nodeOf(message: SharedMessage, author: string | null, answered: SharedMessage | null) {
    const access = { fileLink: () => actions.fileLink(message.seq), whenNear };
    return messageView({ message, author, answered, texts, formats, access, goTo });
  }

  return {
    root,
    messages: () => [...root.querySelectorAll<HTMLElement>('.message')],
    /** Renders the messages and the days between them, keeps unchanged elements in place, and returns where some were added. */
    show(view: ChatView): 'above' | 'elsewhere' {
      const { messages } = view;
      const next = new Map<string, Drawn>();
      const bySeq = new Map(messages.map((message) => [message.seq, message]));
      const names = {
        customer: shownName(view, language) ?? texts.customer,
        business: texts.business,
      };
      messages.forEach((message, index) => {
        const before = messages[index - 1];
        const day = formats.date(message.at);
        const isNewDay = before === undefined || formats.date(before.at) !== day;
        if (isNewDay) keep(next, `day before ${message.seq}`, day, () => element('li', 'day', [day]));
        const author = isNewDay || !isBySame(before, message) ? authorOf(message, names) : null;
        const answered = message.answers === null ? null : (bySeq.get(message.answers) ?? null);
        keep(next, `message ${message.seq}`, JSON.stringify([message, author, answered?.text]), () =>
          nodeOf(message, author, answered),
        );
      });
      const nodes = [...next.values()].map(({ node }) => node);
      const kept = new Set<Element>(nodes);
      for (const it of [...root.children]) if (!kept.has(it)) it.remove();
      nodes.forEach((node, index) => {
        if (root.children[index] !== node) root.insertBefore(node, root.children[index] ?? null);
      });
      drawn = next;
      const start = messages[0]?.seq ?? null;
      const grewAbove = first !== null && start !== null && start < first;
      first = start;
      return grewAbove ? 'above' : 'elsewhere';
    },
  };
}

/** Returns a function that calls once when an element approaches the viewport. */
function nearness(): (it: Element, run: () => void) => void {
  const waiting = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.get(target)?.();
        waiting.delete(target);
      }
    },
    { rootMargin: '400px' },
  );
  return (it, run) => {
    waiting.set(it, run);
    observer.observe(it);
  };
}
