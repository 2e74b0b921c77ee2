/** A mention in a text, in UTF-16 units. `own` marks a mention of the reader's social account. */
export type TextMark = { start: number; length: number; own: boolean };

export type MarkedPart = { text: string; mark: TextMark | null };

/** Splits a text at its marks, which are in order; the parts concatenate to the text. */
export function markedParts(text: string, marks: readonly TextMark[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  const push = (to: number, mark: TextMark | null) => {
    if (to > end) parts.push({ text: text.slice(end, to), mark });
    end = Math.max(end, to);
  };
  for (const mark of marks) {
    if (mark.start < end || mark.length <= 0 || mark.start + mark.length > text.length) continue;
    push(mark.start, null);
    push(mark.start + mark.length, mark);
  }
  push(text.length, null);
  return parts;
}

/** Returns the same mentions in a translation, if their words occur in it. */
export function marksInTranslation(
  original: string,
  marks: readonly TextMark[],
  translation: string,
): TextMark[] {
  let from = 0;
  return marks.flatMap(({ start, length, own }) => {
    const words = original.slice(start, start + length);
    const at = words === '' ? -1 : translation.indexOf(words, from);
    if (at < 0) return [];
    from = at + words.length;
    return [{ start: at, length: words.length, own }];
  });
}
