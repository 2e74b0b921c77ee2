import { useMemo } from 'react';
import { printable } from './printable.ts';
import { textSegments } from './text-segments.ts';

type Properties = {
  /** Untrusted. */
  text: string;
  /** BCP 47, where it is known. */
  lang?: string | null;
  className?: string;
};

/** A message's text as text: isolated, in its own direction, wrapped, with safe links and nothing else. */
export function ChatText({ text, lang, className }: Properties) {
  const segments = useMemo(() => textSegments(printable(text)), [text]);
  return (
    <bdi dir="auto" lang={lang ?? undefined} className={`chat-text ${className ?? ''}`}>
      {segments.map((segment, at) =>
        segment.kind === 'text' ? (
          segment.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's segments never change their places
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
