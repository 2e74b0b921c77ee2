/** The actions on a message: react, reply, copy, edit and delete. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Words } from '../lib/words.ts';
import type { VisitorAnswer } from './answer.ts';
import { changeMs, reactionEmoji, type VisitorChanges } from './changes.ts';
import { copy } from './copy.ts';
import { openEditor } from './editor.ts';
import type { ActEntry, Menu, MenuContent, MenuReactions } from './menu.ts';
import type { ExtrasWords } from './words.ts';

export type ActParts = { menu: Menu; changes: VisitorChanges; answer: VisitorAnswer };
/** A message in its row: its menu's button, and the line that an editor replaces. */
export type ActPlace = { message: VisitorMessage; more: HTMLElement; line: HTMLElement };
type ActWords = Words & ExtrasWords;

/** Returns whether the hour is over by the visitor's clock; the server's clock decides. */
const isLate = ({ at }: VisitorMessage): boolean => Date.now() - at > changeMs;

export function contentOf(words: ActWords, parts: ActParts, place: ActPlace): MenuContent {
  const { message } = place;
  const isOwn = message.from === 'visitor';
  return {
    reactions: isOwn ? null : reactionsOf(words, parts, message),
    entries: [
      ...commonEntries(words, parts, place),
      ...(isOwn && !isLate(message) ? ownEntries(words, parts, place) : []),
    ],
  };
}

function reactionsOf(words: ActWords, { changes }: ActParts, message: VisitorMessage): MenuReactions {
  const { id: messageId, reactions } = message;
  const chosen = reactions.find(({ from }) => from === 'visitor')?.emoji ?? '';
  return {
    label: words.react,
    emoji: reactionEmoji,
    chosen,
    choose(emoji) {
      const next = reactionEmoji.find((one) => one === emoji && one !== chosen) ?? null;
      changes.add({ kind: 'react', messageId, emoji: next });
    },
  };
}

function commonEntries(words: ActWords, { answer }: ActParts, { message, line }: ActPlace): ActEntry[] {
  const { id, text } = message;
  const reply = { label: words.answer, act: () => answer.begin(id) };
  return text === '' ? [reply] : [reply, { label: words.copy, act: () => copy(line, text) }];
}

function ownEntries(words: ActWords, parts: ActParts, place: ActPlace): ActEntry[] {
  const { menu, changes } = parts;
  const messageId = place.message.id;
  function remove(): void {
    changes.add({ kind: 'delete', messageId });
    // The button is removed with its message. Focusing the conversation keeps keys working, and opens no keyboard on a
    // phone.
    place.more.closest<HTMLElement>('.scroll')?.focus({ preventScroll: true });
  }
  const sure = [
    { label: words.sure, act: remove },
    { label: words.cancel, act() {} },
  ];
  const ask = (): void => menu.open(place.more, { entries: sure, reactions: null });
  return [
    { label: words.edit, act: () => edit(words, parts, place) },
    { label: words.remove, act: ask, stays: true },
  ];
}

function edit(words: ActWords, { changes }: ActParts, { message, more, line }: ActPlace): void {
  if (line.hidden) return;
  const { id: messageId, text, attachment } = message;
  const editor = openEditor(text, words, {
    save: (now) => changes.add({ kind: 'edit', messageId, text: now }),
    closed() {
      editor.remove();
      line.hidden = false;
      more.focus({ preventScroll: true });
    },
    mayBeEmpty: attachment !== null,
  });
  line.hidden = true;
  line.after(editor);
}
