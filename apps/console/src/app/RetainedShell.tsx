import { useQuery } from '@tanstack/react-query';
import { Activity, Suspense, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { expectsReLogin } from '../lib/session.ts';
import { useLoggedIn, useSession } from '../lib/session-context.tsx';
import { openDialogs } from '../lib/use-dialog-focus.ts';
import { loginUserInfo } from '../lib/user.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { ScreenTexts } from '../ui/ScreenTexts.tsx';
import { loadShell } from './load-shell.ts';
import { nextShell, noShell, type RetainedShellState } from './retained-shell.ts';
import { WorkspaceZone } from './WorkspaceZone.tsx';

const Shell = lazyComponent(async () => (await loadShell()).Shell);

/** Keeps the shell through the end of a session and the next login; see `nextShell`. */
function useKeptShell(): RetainedShellState {
  const session = useSession();
  const loggedIn = useLoggedIn();
  const { data, isError } = useQuery({ ...loginUserInfo(session.client), enabled: loggedIn });
  const user = loggedIn ? (data?.id ?? null) : null;
  const [shell, setShell] = useState(noShell);
  const next = nextShell(shell, {
    loggedIn,
    user,
    unknown: isError,
    expectedBack: expectsReLogin(session) && !pageDialogOpen(),
  });
  // While rendering, so that no frame shows one user's pages to another.
  if (next !== shell) setShell(next);
  useEffect(() => {
    if (user !== null) session.rememberUser(user);
  }, [session, user]);
  return next;
}

/**
 * An antd dialog can't be hidden and shown again (it accesses a part of itself that isn't mounted yet), so pages with
 * an open one are remounted. The dialog that leads to the login is not part of a page.
 */
const pageDialogOpen = () => openDialogs().some((dialog) => dialog.closest('.re-login') === null);

/**
 * Renders the shell, visible or hidden: it stays mounted behind the login page when a session ends, so that the same
 * user finds unsaved input again. While hidden it keeps the last location that was inside the shell.
 *
 * @param visible whether the browser's URL is inside the shell and the user may access it
 */
export function RetainedShell({ visible }: { visible: boolean }) {
  const shell = useKeptShell();
  const location = useLocation();
  const [own, setOwn] = useState(location);
  if (visible && own !== location) setOwn(location);
  const inSight = visible && shell.phase === 'shown';
  if (shell.phase === 'none') return null;
  return (
    <>
      {visible && !inSight ? <PageSkeleton /> : null}
      <Activity mode={inSight ? 'visible' : 'hidden'} name="shell">
        <WorkspaceZone>
          <Routes location={own}>
            <Route
              path="*"
              element={
                <Suspense fallback={<PageSkeleton />}>
                  <ScreenTexts>
                    <Shell key={shell.life} />
                  </ScreenTexts>
                </Suspense>
              }
            />
          </Routes>
        </WorkspaceZone>
      </Activity>
    </>
  );
}
