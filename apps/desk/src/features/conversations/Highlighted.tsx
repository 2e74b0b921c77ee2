import type { Snippet } from '@parley/contract/conversations';

/** A text with its matches highlighted. */
export function Highlighted({ text, hits }: Pick<Snippet, 'text' | 'hits'>) {
  const ends = [0, ...hits.map(([, end]) => end)];
  return (
    <>
      {hits.map(([from, to], at) => (
        <span key={from}>
          {text.slice(ends[at], from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
