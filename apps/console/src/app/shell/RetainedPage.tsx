import { Activity, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { useDialogFocus } from '../../lib/use-dialog-focus.ts';
import { PackageGate } from '../../ui/PackageGate.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PageBoundary } from '../PageBoundary.tsx';
import { pageAt } from './pages.tsx';
import type { Tab } from './tabs.ts';

/**
 * One opened page. Hidden, it keeps what was typed and scrolled while its effects rest; its own address, not
 * the browser's, is what it reads its filters from.
 */
export function RetainedPage({ tab, visible }: { tab: Tab; visible: boolean }) {
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
          <Routes location={{ pathname: tab.path, search: tab.search }}>
            <Route path="*" element={page} />
          </Routes>
          <DialogFocus />
        </Suspense>
      </PageBoundary>
    </Activity>
  );
}

/** Behind the page, so that it comes back into sight with it and after it. */
function DialogFocus(): null {
  useDialogFocus();
  return null;
}
