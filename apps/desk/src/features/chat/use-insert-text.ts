import { useChat } from './ChatServices.tsx';

const textArea = () => document.querySelector<HTMLTextAreaElement>('.desk-composer textarea');

/** Returns what puts a text into the draft where its caret stands, and gives the focus to the composer. */
export function useInsertText(conversationId: string): { insert: (text: string) => void; focus: () => void } {
  const { drafts } = useChat();
  return {
    focus: () => textArea()?.focus(),
    insert(text) {
      const draft = drafts.of(conversationId).get();
      const area = textArea();
      const from = area?.selectionStart ?? draft.length;
      const before = draft.slice(0, from);
      const gap = before === '' || /\s$/.test(before) ? '' : '\n';
      drafts.write(conversationId, before + gap + text + draft.slice(area?.selectionEnd ?? from));
      area?.focus();
      const caret = from + gap.length + text.length;
      // After the new text is in the area.
      requestAnimationFrame(() => area?.setSelectionRange(caret, caret));
    },
  };
}
