import type { CSSProperties } from 'react';

type Properties = {
  children: string;
  style?: CSSProperties;
  className?: string;
  /** The text's language as a BCP 47 tag, if known; it determines fonts and pronunciation. */
  lang?: string | null;
};

/**
 * Renders external text (a fan's name, a message) in the direction of its letters, and isolated, so that it can't
 * reorder the text around it.
 */
export function ForeignText({ children, style, className, lang }: Properties) {
  return (
    <bdi dir="auto" style={style} className={className} lang={lang ?? undefined}>
      {children}
    </bdi>
  );
}
