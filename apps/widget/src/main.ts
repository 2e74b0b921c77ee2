/** The widget's entry point, included by one script tag: `<script async src="https://host/widget.js" data-site="…"></script>`. */

import { type Call, createApi, createCall, type VisitorApiFailure } from './chat/api.ts';
import { originKey } from './chat/outbox.ts';
import { createStream } from './chat/stream.ts';
import { WidgetChat } from './chat/widget-chat.ts';
import type * as extrasScript from './extras/main.ts';
import type { ExtrasPart, ExtrasPlaces } from './extras/main.ts';
import { browserClock } from './lib/clock.ts';
import { createStore, type WidgetStore } from './lib/store.ts';
import { uuidv7 } from './lib/uuid.ts';
import { chooseLanguage } from './lib/words.ts';
import { createWidget, type Widget } from './view/widget.ts';

/** Set by the build: a hash of the second script. */
declare const EXTRAS_VERSION: string;

declare global {
  interface Window {
    Parley?: { open(): void; close(): void };
  }
}

/** Returns the running script's tag; for a loader that evaluates the script elsewhere, the tag has to be searched. */
function ownTag(): HTMLScriptElement | null {
  const current = document.currentScript;
  if (current instanceof HTMLScriptElement && current.dataset.site !== undefined) return current;
  return document.querySelector<HTMLScriptElement>('script[data-site][src*="widget.js"]');
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the page's developer has no other way to learn why nothing is shown.
  console.warn(`Parley chat: ${text}`);
}

/** Bound, because the browser's fetch refuses to run as another object's method. */
const pageFetch = window.fetch.bind(window);

function createWidgetChat(
  base: string,
  site: string,
  call: Call,
  store: WidgetStore,
  screen: { changed(): void; refused(failure: VisitorApiFailure): void },
): WidgetChat {
  return new WidgetChat({
    site,
    language: navigator.language || 'en',
    api: createApi(call),
    stream: createStream(base, pageFetch, browserClock),
    store,
    clock: browserClock,
    random: Math.random,
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    ...screen,
  });
}

/** Watches the browser's events that the conversation depends on. */
function watch(chat: WidgetChat, prefix: string, look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    look();
    if (document.visibilityState === 'visible') chat.wake(false);
  });
  window.addEventListener('online', () => chat.wake(true));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) chat.wake(true);
  });
  window.addEventListener('storage', (event) => {
    if (event.key?.startsWith(prefix)) chat.storeChanged(event.key.slice(prefix.length));
  });
}

function warnRefused(failure: VisitorApiFailure): void {
  const reason = failure.why === 'refused' ? `${failure.error}: ${failure.message}` : failure.why;
  warn(`hidden: the server refused this page (${reason}).`);
}

/** Returns the languages that the page and the browser prefer, best first. */
function preferences(tagged: string | undefined): (string | undefined)[] {
  const { languages, language } = navigator;
  return [tagged, ...(languages ?? []), language, document.documentElement.lang];
}

function run(base: string, site: string, tagged: string | undefined): void {
  // Kept per tab: on the next page, a visitor finds the chat as it was left.
  const prefix = `parley:${site}:`;
  const tab = createStore(prefix, () => sessionStorage);
  let drawing = false;
  let widget: Widget | null = null;
  let gone = false;
  function changed(): void {
    if (drawing) return;
    drawing = true;
    queueMicrotask(() => {
      drawing = false;
      widget?.show(chat.state());
    });
  }
  function refused(failure: VisitorApiFailure): void {
    if (gone) return;
    gone = true;
    widget?.toggle(false, false);
    widget?.root.remove();
    warnRefused(failure);
  }
  const language = chooseLanguage(preferences(tagged));
  const call = createCall(base, pageFetch);
  const store = createStore(prefix, () => localStorage);
  // Token of a split link's visit. The first message may be written on another page of the site.
  const origin = /parley_visit=(\w{12})/.exec(location.search)?.[1];
  if (origin) store.set(originKey, origin);
  const chat = createWidgetChat(base, site, call, store, { changed, refused });
  async function fetchExtras(attempt: number, places: ExtrasPlaces): Promise<ExtrasPart> {
    const address = `${base}/widget-files.js?v=${EXTRAS_VERSION}-${attempt}`;
    const script: typeof extrasScript = await import(/* @vite-ignore */ address);
    return script.start(chat, language, base, call, { ...places, store });
  }
  const look = (): void =>
    chat.look({ open: widget?.isOpen() === true, visible: document.visibilityState === 'visible' });
  widget = createWidget(
    language,
    chat,
    () => {
      if (widget?.isOpen()) tab.set('open', '1');
      else tab.remove('open');
      look();
      widget?.show(chat.state());
    },
    store,
    fetchExtras,
  );
  widget.show(chat.state());
  document.body.append(widget.root);
  watch(chat, prefix, look);
  const shown = widget;
  window.Parley = { open: () => shown.toggle(!gone, true), close: () => shown.toggle(false, true) };
  if (chat.known()) chat.begin();
  if (tab.get('open') !== null) widget.toggle(true, false);
  else look();
}

function main(): void {
  const tag = ownTag();
  // A tag that was pasted twice creates one chat.
  if (tag === null || window.Parley !== undefined) return;
  window.Parley = { open() {}, close() {} };
  const { site, language } = tag.dataset;
  const base = new URL(tag.src, location.href).origin;
  if (site === undefined || site === '') {
    warn('the script tag has no data-site');
    return;
  }
  if (document.body === null) document.addEventListener('DOMContentLoaded', () => run(base, site, language));
  else run(base, site, language);
}

main();
