import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const QuickEntry = lazy(async () => ({ default: (await import('./QuickEntry.tsx')).QuickEntry }));

type Properties = {
  /** What the address carried when the page was opened; null: nothing. */
  parameter: string | null;
  children: ReactNode;
};

/** Whoever comes by a quick link is let in before any guard looks; the address leads to the page that was wanted. */
export function QuickLogIn({ parameter, children }: Properties) {
  const [done, setDone] = useState(parameter === null);
  if (done || parameter === null) return children;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <QuickEntry parameter={parameter} onDone={() => setDone(true)} />
    </Suspense>
  );
}
