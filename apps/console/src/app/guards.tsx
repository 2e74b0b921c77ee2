import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { loginPath, redirectTarget } from '../lib/paths.ts';
import { useLoggedIn, useSession } from '../lib/session-context.tsx';

/** Sends strangers to the log-in page, which leads back here; after a deliberate log-out it leads home. */
export function OnlyLoggedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (useLoggedIn()) return children;
  const target = session.lastEnd() === 'left' ? undefined : location;
  return <Navigate to={loginPath(target)} replace />;
}

/** Log-in and registration are for strangers: whoever has a session goes on to where they wanted to be. */
export function OnlyLoggedOut({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  if (!useLoggedIn()) return children;
  return <Navigate to={redirectTarget(query)} replace />;
}
