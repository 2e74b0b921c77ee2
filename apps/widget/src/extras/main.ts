/**
 * The widget's second script, fetched when the chat is opened: files, and actions on messages. Pages opened before an
 * update run their old `widget.js` with this one, so its interface may only be extended. The URL `/widget-files.js`
 * dates from when it handled only files.
 */
import type { FileLink } from '@parley/contract/files';
import type { Call } from '../chat/api.ts';
import type { WidgetChat, WidgetChatState } from '../chat/widget-chat.ts';
import type * as emojiScript from '../emoji/main.ts';
import type { EmojiPart } from '../emoji/main.ts';
import { createFilesApi, type FilesApi } from '../files/api.ts';
import { createAttach } from '../files/attach.ts';
import fileStyles from '../files/attachment.css?inline';
import { attachmentBubble } from '../files/attachment.ts';
import { createTray, type Tray } from '../files/tray.ts';
import { fileWords } from '../files/words.ts';
import { browserClock } from '../lib/clock.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Language } from '../lib/words.ts';
import type * as ratingScript from '../rating/main.ts';
import type { RatingPart } from '../rating/main.ts';
import { element } from '../view/dom.ts';
import type { ShownAttachment, ShownRow } from '../view/rows.ts';
import { addStyles } from '../view/styles.ts';
import voiceStyles from '../voice/voice.css?inline';
import { createVoice } from '../voice/voice.ts';
import { voiceWords } from '../voice/words.ts';
import { createAnswer } from './answer.ts';
import { createChangesApi } from './api.ts';
import { showTypist } from './author.ts';
import { createChanges } from './changes.ts';
import { createEmoji } from './emoji.ts';
import styles from './extras.css?inline';
import { createMenu } from './menu.ts';
import { createRating } from './rating.ts';
import { createRowExtras } from './row.ts';
import { extrasWords } from './words.ts';

/** Set by the build: a hash of the third script. */
declare const EMOJI_VERSION: string;
/** Set by the build: a hash of the script for ratings. */
declare const RATING_VERSION: string;

/** The elements of the first script that this one extends. */
export type ExtrasPlaces = {
  panel: HTMLElement;
  /** Contains the composer's line with the text field. */
  foot: HTMLElement;
  /** Contains the visitor's files that aren't messages yet. */
  tray: HTMLElement;
  /** Scrolls to the end of the conversation. */
  end(): void;
};

export type ExtrasPart = {
  /** The style sheet of this script's elements. */
  styles: string;
  /** Shows what a message contains besides text. */
  bubble(attachment: ShownAttachment): HTMLElement;
  /** For pages older than 2026-12: uploads the file, and returns an element that shows it until it is a message. */
  upload(file: File): HTMLElement;
  /** For pages older than 2026-12: called when the visit may have begun. */
  show(): void;
  /** Applies the changes that the server doesn't have yet. */
  state(state: WidgetChatState): WidgetChatState;
  /** Adds the actions on its message to a row of the conversation. */
  row(row: ShownRow, root: HTMLElement): void;
  /** Sends the text if the visitor is replying to a message; returns false to leave it to the first script. */
  write(text: string): boolean;
};

async function fetchEmoji(base: string, attempt: number): Promise<EmojiPart> {
  const address = `${base}/widget-emoji.js?v=${EMOJI_VERSION}-${attempt}`;
  const script: typeof emojiScript = await import(/* @vite-ignore */ address);
  return script.start();
}

async function fetchRating(
  base: string,
  attempt: number,
  { tray, foot, store }: ExtrasPlaces & { store: WidgetStore },
  {
    host,
    ...parts
  }: { host: WidgetChat } & Pick<Parameters<typeof ratingScript.start>[0], 'call' | 'tag' | 'words'>,
): Promise<RatingPart> {
  const address = `${base}/widget-rating.js?v=${RATING_VERSION}-${attempt}`;
  const script: typeof ratingScript = await import(/* @vite-ignore */ address);
  const place = document.createElement('div');
  const part = script.start({
    ...parts,
    visit: host.visit,
    store,
    place,
    changed: () => host.merge(),
    leave: () => foot.querySelector('textarea')?.focus({ preventScroll: true }),
  });
  // The widget's elements are in a shadow root from the start.
  addStyles(tray.getRootNode() as ShadowRoot, part.styles);
  tray.after(place);
  return part;
}

/** Returns a function that requests a file's URL. */
function createLinks(
  visit: WidgetChat['visit'],
  api: FilesApi,
): (fileId: string) => Promise<FileLink | null> {
  return async (fileId) => {
    const token = visit.token();
    const link = token === null ? null : await api.fileLink(token, fileId);
    return link?.ok ? link.data : null;
  };
}

/** Returns a function that uploads files, and shows them until they are messages. `voice` marks recordings made here. */
function createUpload(host: WidgetChat, tray: Tray, places: ExtrasPlaces) {
  return (files: readonly File[], voice = false): void => {
    host.begin();
    for (const file of files) places.tray.append(element('div', 'row own', {}, [tray.add(file, voice)]));
    places.end();
  };
}

/**
 * Starts the second script.
 *
 * @param base the server's origin
 * @param places absent in pages older than 2026-12
 */
export function start(
  host: WidgetChat,
  language: Language,
  base: string,
  call: Call,
  places?: ExtrasPlaces & { store: WidgetStore },
): ExtrasPart {
  const { visit } = host;
  const words = { ...language.words, ...fileWords(language.tag), ...extrasWords(language.tag) };
  const api = createFilesApi(base, call);
  const tray = createTray(host, api, words);
  const ask = createLinks(visit, api);
  const part = {
    styles: fileStyles + styles + voiceStyles,
    bubble: (attachment: ShownAttachment) => attachmentBubble(attachment, words, ask),
    upload: tray.add,
    show: tray.flush,
  };
  if (places === undefined) return { ...part, state: (state) => state, row() {}, write: () => false };

  const { store, panel, foot } = places;
  const changes = createChanges(visit, createChangesApi(call), store, {
    changed: (...messages) => host.merge(...messages),
    now: browserClock.now,
  });
  const answer = createAnswer(foot, words, store);
  const rows = createRowExtras(words, { menu: createMenu(panel), changes, answer });
  const typing = panel.querySelector('.typing');
  const upload = createUpload(host, tray, places);
  createAttach(foot, words, upload);
  createVoice(foot, { ...words, ...voiceWords(language.tag) }, (file) => upload([file], true));
  createEmoji(places, words, language.tag, (attempt) => fetchEmoji(base, attempt));
  const rating = createRating(store, browserClock.now, (attempt) =>
    fetchRating(base, attempt, places, { host, call, tag: language.tag, words }),
  );
  return {
    ...part,
    state(state) {
      tray.flush();
      changes.flush();
      const shown = { ...state, messages: changes.applied(state.messages) };
      rows.take(shown);
      answer.show(shown);
      showTypist(typing, state);
      // Absent in pages older than 2026-12.
      rating(state.rating ?? null);
      return shown;
    },
    row: rows.show,
    write(text) {
      const replyTo = answer.take();
      if (replyTo === null) return false;
      host.write(text, replyTo);
      return true;
    },
  };
}
