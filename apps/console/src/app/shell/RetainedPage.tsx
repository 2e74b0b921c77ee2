import { Activity, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useDialogFocus } from '../../lib/use-dialog-focus.ts';
import { PackageGate } from '../../ui/PackageGate.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PageBoundary } from '../PageBoundary.tsx';
import { pageAt } from './pages.tsx';
import type { Tab } from './tabs.ts';

/**
 * One open page. While hidden, it keeps its input and scroll positions, and its effects are suspended. It reads its
 * filters from its own location, not from the browser's.
 */
export function RetainedPage({ tab, visible }: { tab: Tab; visible: boolean }) {
  const { state }: { state: unknown } = useLocation();
  const kept = pageAt(tab.path);
  if (kept === undefined) return null;
  const { Page, feature } = kept;
  const page =
    feature === undefined ? (
      <Page />
    ) : (
      <PackageGate feature={feature}>
        <Page />
      </PackageGate>
    );
  return (
    <Activity mode={visible ? 'visible' : 'hidden'} name={tab.path}>
      <PageBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Routes location={{ pathname: tab.path, search: tab.search, state: visible ? state : null }}>
            <Route path="*" element={page} />
          </Routes>
          <DialogFocus />
        </Suspense>
      </PageBoundary>
    </Activity>
  );
}

/** Rendered after the page, so that its layout effect runs once the page is visible again. */
function DialogFocus(): null {
  useDialogFocus();
  return null;
}
