import type { CSSProperties } from 'react';

type Properties = {
  children: string;
  style?: CSSProperties;
  className?: string;
  /** The text's language as a BCP 47 tag, where it is known: fonts and screen readers follow it. */
  lang?: string | null;
};

/**
 * Text that came from outside (a fan's name, a message): in the direction that its letters ask for, and
 * isolated, so that nothing in it can reorder what stands around it.
 */
export function ForeignText({ children, style, className, lang }: Properties) {
  return (
    <bdi dir="auto" style={style} className={className} lang={lang ?? undefined}>
      {children}
    </bdi>
  );
}
