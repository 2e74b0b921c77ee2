import { useChat } from './ChatServices.tsx';

const textArea = () => document.querySelector<HTMLTextAreaElement>('.desk-composer textarea');

type InsertText = {
  /** On a new line, if there is text before it. */
  insertLine: (text: string) => void;
  insert: (text: string) => void;
  focus: () => void;
};

/** Returns functions that put a text into the draft where its caret stands, and give the focus to the composer. */
export function useInsertText(conversationId: string): InsertText {
  const { drafts } = useChat();
  const put = (text: string, gapAfter: (before: string) => string) => {
    const draft = drafts.of(conversationId).get();
    const area = textArea();
    const from = area?.selectionStart ?? draft.length;
    const before = draft.slice(0, from);
    const gap = gapAfter(before);
    drafts.write(conversationId, before + gap + text + draft.slice(area?.selectionEnd ?? from));
    area?.focus();
    const caret = from + gap.length + text.length;
    // After the new text is in the area.
    requestAnimationFrame(() => area?.setSelectionRange(caret, caret));
  };
  return {
    focus: () => textArea()?.focus(),
    insert: (text) => put(text, () => ''),
    insertLine: (text) => put(text, (before) => (before === '' || /\s$/.test(before) ? '' : '\n')),
  };
}
