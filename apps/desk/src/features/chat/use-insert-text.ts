import { useChat } from './ChatServices.tsx';

const textArea = () => document.querySelector<HTMLTextAreaElement>('.desk-composer textarea');

type InsertText = {
  /** Inserts on a new line if there is text before it. */
  insertLine: (text: string) => void;
  insert: (text: string) => void;
  focus: () => void;
};

/** Returns functions that insert a text at the draft's caret and focus the composer. */
export function useInsertText(conversationId: string): InsertText {
  const { drafts } = useChat();
  const put = (text: string, gapAfter: (before: string) => string) => {
    const draft = drafts.of(conversationId).get();
    const area = textArea();
    const from = area?.selectionStart ?? draft.length;
    const before = draft.slice(0, from);
    const added = gapAfter(before) + text;
    if (area && typeInto(area, added)) return;
    drafts.write(conversationId, before + added + draft.slice(area?.selectionEnd ?? from));
    area?.focus();
    const caret = from + added.length;
    // After the text area contains the new text.
    requestAnimationFrame(() => area?.setSelectionRange(caret, caret));
  };
  return {
    focus: () => textArea()?.focus(),
    insert: (text) => put(text, () => ''),
    insertLine: (text) => put(text, (before) => (before === '' || /\s$/.test(before) ? '' : '\n')),
  };
}

/** Inserts a text as if typed, which keeps the browser's undo history. Returns false when the browser can't. */
function typeInto(area: HTMLTextAreaElement, text: string): boolean {
  const { selectionStart, selectionEnd } = area;
  area.focus();
  area.setSelectionRange(selectionStart, selectionEnd);
  // Deprecated for rich text, but for form fields there is no other way to keep the undo history.
  return document.execCommand?.('insertText', false, text) ?? false;
}
