import { lazyPage } from '@parley/ui';
import { type ReactNode, useState } from 'react';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const QuickEntry = lazyPage(async () => (await import('./QuickEntry.tsx')).QuickEntry, <PageSkeleton />);

type Properties = {
  /** The parameter in the URL with which the page was opened; null: none. */
  parameter: string | null;
  children: ReactNode;
};

/** Logs in by a quick link before any guard runs; the URL then leads to the requested page. */
export function QuickLogIn({ parameter, children }: Properties) {
  const [done, setDone] = useState(parameter === null);
  if (done || parameter === null) return children;
  return <QuickEntry parameter={parameter} onDone={() => setDone(true)} />;
}
