import { useMemo } from 'react';
import { markedParts, type TextMark } from './marked-text.ts';
import { printable } from './printable.ts';
import { type TextSegment, textSegments } from './text-segments.ts';

type Properties = {
  /** Untrusted. */
  text: string;
  /** BCP 47, if known. */
  lang?: string | null;
  /** Mentions in the text, in order. */
  marks?: readonly TextMark[];
  className?: string;
};

type Segment = TextSegment | { kind: 'mention'; text: string; own: boolean };

const noMarks: readonly TextMark[] = [];

/** Positions refer to the raw text, so each part is made printable separately. */
function segmentsOf(text: string, marks: readonly TextMark[]): Segment[] {
  return markedParts(text, marks).flatMap(({ text: part, mark }): Segment[] =>
    mark === null
      ? textSegments(printable(part))
      : [{ kind: 'mention', text: printable(part), own: mark.own }],
  );
}

/** Renders a message as plain text: isolated, in its own direction, wrapped, with safe links and no other markup. */
export function ChatText({ text, lang, className, marks = noMarks }: Properties) {
  const segments = useMemo(() => segmentsOf(text, marks), [text, marks]);
  return (
    <bdi dir="auto" lang={lang ?? undefined} className={`chat-text ${className ?? ''}`}>
      {segments.map((segment, at) =>
        segment.kind === 'text' ? (
          segment.text
        ) : segment.kind === 'mention' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's segments never move
          <mark key={at} className="chat-mention" data-own={segment.own}>
            {segment.text}
          </mark>
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's segments never move
            key={at}
            href={segment.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {segment.text}
          </a>
        ),
      )}
    </bdi>
  );
}
