import { Suspense } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useLoggedIn } from '../lib/session-context.tsx';
import { OpenLayout } from '../ui/OpenLayout.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { InternalRedirect, OnlyLoggedIn, OnlyLoggedOut } from './guards.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { RetainedShell } from './RetainedShell.tsx';
import { pageAt, pagesWithoutShell } from './shell/pages.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';
import { WindowTitle } from './WindowTitle.tsx';

/** Paths that only redirect. */
const redirectPaths = ['/', '/redirect/*'];

const withoutShell = [...redirectPaths, ...pagesWithoutShell.map(({ path }) => path)];

/** Renders pages outside the shell. The shell renders its own pages, as it keeps several of them alive at once. */
export function AppRoutes() {
  useScrollToTop();
  const { pathname, search } = useLocation();
  const inShell = useLoggedIn() && !withoutShell.some((path) => matchPath(path, pathname) !== null);
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/" element={<Navigate to={paths.home + search} replace />} />
          <Route path="/redirect/*" element={<InternalRedirect />} />
          {pagesWithoutShell.map(({ path, frame, Page, later, title }) => {
            const page = (
              <PageBoundary>
                <WindowTitle title={title} />
                {later === undefined ? (
                  <Page />
                ) : (
                  <OpenLayout>
                    <Page />
                  </OpenLayout>
                )}
              </PageBoundary>
            );
            return (
              <Route
                key={path}
                path={path}
                element={frame === 'entry' ? <OnlyLoggedOut>{page}</OnlyLoggedOut> : page}
              />
            );
          })}
          <Route path="*" element={<InShell />} />
        </Routes>
      </Suspense>
      <RetainedShell visible={inShell} />
    </>
  );
}

/** An open page needs no login: a logged-out user sees it alone, without the parts that belong to a user. */
function InShell() {
  const page = pageAt(useLocation().pathname);
  const loggedIn = useLoggedIn();
  if (loggedIn || page?.open !== true) {
    // The shell is rendered beside the routes, so that it outlives a session.
    return <OnlyLoggedIn>{null}</OnlyLoggedIn>;
  }
  return (
    <OpenLayout>
      <PageBoundary>
        <WindowTitle title={page.title} />
        <page.Page />
      </PageBoundary>
    </OpenLayout>
  );
}
