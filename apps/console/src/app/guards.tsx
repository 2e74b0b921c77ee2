import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { loginPath, redirectedTo, redirectTarget } from '../lib/paths.ts';
import { isPermitted, type Roles } from '../lib/privileges.ts';
import { useClient, useLoggedIn, useSession } from '../lib/session-context.tsx';
import { loginUserInfo } from '../lib/user.ts';
import { type ShellPage, sections, shellPages } from './routes.ts';

/** Redirects logged-out users to the login page, which leads back here, or home after a deliberate logout. */
export function OnlyLoggedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (useLoggedIn()) return children;
  const target = session.lastEnd() === 'left' ? undefined : location;
  return <Navigate to={loginPath(target)} replace />;
}

/** Restricts login and registration to logged-out users; logged-in users are redirected to the page they requested. */
export function OnlyLoggedOut({ children }: { children: ReactNode }) {
  const [query] = useSearchParams();
  if (!useLoggedIn()) return children;
  return <Navigate to={redirectTarget(query)} replace />;
}

/** `/redirect/:path` */
export function InternalRedirect() {
  return <Navigate to={redirectedTo(useLocation())} replace />;
}

/** Returns where a denied user is redirected: the first permitted page of the menu; undefined when there is none. */
export function firstPermitted(pages: readonly ShellPage[], privileges: string): string | undefined {
  return sections
    .flatMap((section) => pages.filter((page) => page.section === section && page.hidden !== true))
    .find(({ roles }) => isPermitted(roles, privileges))?.path;
}

export type Access =
  | { state: 'open' }
  | { state: 'asking' }
  /** The user's privileges couldn't be loaded. */
  | { state: 'failed'; problem: unknown; retry: () => void }
  /** `instead` is undefined when no page is permitted. */
  | { state: 'denied'; instead: string | undefined };

/** Returns whether the logged-in user may open a page with these roles. */
export function useAccess(roles: Roles): Access {
  const { data, error, refetch } = useQuery(loginUserInfo(useClient()));
  if (isPermitted(roles, data?.privilegesCode ?? '')) return { state: 'open' };
  if (data !== undefined)
    return { state: 'denied', instead: firstPermitted(shellPages, data.privilegesCode) };
  return error === null
    ? { state: 'asking' }
    : { state: 'failed', problem: error, retry: () => void refetch() };
}
