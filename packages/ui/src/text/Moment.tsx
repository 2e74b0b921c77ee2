import type { ReactNode } from 'react';
import { useFormats } from '../locale/formats.ts';

type Properties = {
  /** Milliseconds since the epoch. */
  at: number;
  className?: string;
  /** The short or relative wording, such as "5 minutes ago". */
  children: ReactNode;
};

/** A point in time in short form, with the exact time and its zone on hover. */
export function Moment({ at, className, children }: Properties) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.exact(at)} className={className}>
      {children}
    </time>
  );
}
