import { isExpired } from '@parley/api-client';
import { getSystemConfig } from '@parley/contract/settings';
import { ErrorBoundary, lazyPage, UiProvider, UpdateNotice } from '@parley/ui';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate, useSearchParams } from 'react-router';
import packageJson from '../../package.json' with { type: 'json' };
import { DeskProvider, useDesk } from '../lib/desk-context.tsx';
import { useStore } from '../lib/use-store.ts';
import { WorkspaceSkeleton } from '../ui/WorkspaceSkeleton.tsx';
import type { DeskSession } from './session.ts';
import './desk.css';

const LogInPage = lazyPage(
  async () => (await import('../pages/login/LogInPage.tsx')).LogInPage,
  <WorkspaceSkeleton />,
);
const loadWorkspace = () => import('../pages/workspace/WorkspacePage.tsx');
const WorkspacePage = lazyPage(async () => (await loadWorkspace()).WorkspacePage, <WorkspaceSkeleton />);

/** Prefetches the workspace's code before the login; a failure surfaces when the workspace is rendered. */
const preloadWorkspace = () => void loadWorkspace().catch(() => undefined);

/** Returns the page after the login: a path of this app, never another site's URL. */
function targetOf(redirect: string | null): string {
  return redirect?.startsWith('/') && !redirect.startsWith('//') ? redirect : '/';
}

function LoginRoute({ session }: { session: DeskSession }) {
  const ending = useStore(session.ending);
  const loggedIn = useStore(session.loggedIn);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const target = targetOf(search.get('redirect'));
  if (loggedIn) {
    return (
      <>
        {/* The router keeps this page until the next one's code is loaded, which takes seconds on a slow line. */}
        <WorkspaceSkeleton />
        <Navigate to={target} replace />
      </>
    );
  }
  return (
    <LogInPage
      ending={ending}
      onInput={preloadWorkspace}
      onDone={() => void navigate(target, { replace: true })}
    />
  );
}

function Inside({ session }: { session: DeskSession }) {
  const loggedIn = useStore(session.loggedIn);
  const { pathname, search } = useLocation();
  const ending = useStore(session.ending);
  const [wasLoggedIn] = useState(loggedIn);
  if (!loggedIn) {
    // After a deliberate logout the next user may be a different one, who may have no access to this conversation.
    const comesBack = pathname + search !== '/' && (!wasLoggedIn || (ending !== null && isExpired(ending)));
    const redirect = encodeURIComponent(pathname + search);
    return <Navigate to={comesBack ? `/login?redirect=${redirect}` : '/login'} replace />;
  }
  return <WorkspacePage />;
}

/** Asks for a reload after the operator has raised the version that clients need. */
function Update() {
  const { client } = useDesk();
  const { data } = useQuery({
    queryKey: ['system-config'],
    queryFn: ({ signal }) => client.call(getSystemConfig, {}, { signal }),
    staleTime: 5 * 60_000,
  });
  return <UpdateNotice version={packageJson.version} minimum={data?.clientMinimumVersion} />;
}

type Properties = { i18n: I18n; session: DeskSession; queryClient: QueryClient };

/** The desk below its router. */
export function App({ i18n, session, queryClient }: Properties) {
  const loggedIn = useStore(session.loggedIn);
  const { live } = session.desk;
  // Started here because the workspace's code is still loading: data fetched before the connection is fetched again after
  // it.
  useEffect(() => (loggedIn ? live.start() : undefined), [loggedIn, live]);
  useEffect(() => {
    // The next user must not see data of the previous session.
    if (!loggedIn) queryClient.clear();
  }, [loggedIn, queryClient]);
  return (
    <UiProvider i18n={i18n} storage={session.desk.storage}>
      <QueryClientProvider client={queryClient}>
        <DeskProvider value={session.desk}>
          <ErrorBoundary>
            <Update />
            <Routes>
              <Route path="/login" element={<LoginRoute session={session} />} />
              <Route path="/" element={<Inside session={session} />} />
              <Route path="/c/:conversationId" element={<Inside session={session} />} />
              <Route path="*" element={<Navigate to="/" replace />} />
            </Routes>
          </ErrorBoundary>
        </DeskProvider>
      </QueryClientProvider>
    </UiProvider>
  );
}
