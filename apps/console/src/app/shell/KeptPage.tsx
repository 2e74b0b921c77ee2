import { ErrorBoundary } from '@parley/ui';
import { Activity, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { pageAt } from './pages.tsx';
import type { Tab } from './tabs.ts';

/**
 * One opened page. Hidden, it keeps what was typed and scrolled while its effects rest; its own address, not
 * the browser's, is what it reads its filters from.
 */
export function KeptPage({ tab, visible }: { tab: Tab; visible: boolean }) {
  const kept = pageAt(tab.path);
  if (kept === undefined) return null;
  const { Page } = kept;
  return (
    <Activity mode={visible ? 'visible' : 'hidden'} name={tab.path}>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Routes location={{ pathname: tab.path, search: tab.search }}>
            <Route path="*" element={<Page />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Activity>
  );
}
