import { useQuery } from '@tanstack/react-query';
import { Activity, Suspense, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { isExpectedBack } from '../lib/session.ts';
import { useLoggedIn, useSession } from '../lib/session-context.tsx';
import { openDialogs } from '../lib/use-dialog-focus.ts';
import { loginUserInfo } from '../lib/user.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { ScreenTexts } from '../ui/ScreenTexts.tsx';
import { loadShell } from './load-shell.ts';
import { nextShell, noShell, type RetainedShellState } from './retained-shell.ts';
import { WorkspaceZone } from './WorkspaceZone.tsx';

const Shell = lazyComponent(async () => (await loadShell()).Shell);

/** The shell through the end of a session and the next login; see `nextShell`. */
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
    expectedBack: isExpectedBack(session) && !pageDialogOpen(),
  });
  // While rendering, so that no picture shows one user's pages to another.
  if (next !== shell) setShell(next);
  useEffect(() => {
    if (user !== null) session.rememberUser(user);
  }, [session, user]);
  return next;
}

/**
 * antd's dialog does not come back from out of sight (it asks for a part of itself that isn't there yet), so pages
 * with an open one begin again. The question that leads to the login is none of theirs.
 */
const pageDialogOpen = () => openDialogs().some((dialog) => dialog.closest('.re-login') === null);

/**
 * The shell, in sight or not: what was typed into its pages outlives the end of a session, behind the login page,
 * and is there again for the same user. Its address is the last one that was its own.
 *
 * @param visible whether the browser's address is one of the shell's, and this user may be there
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
