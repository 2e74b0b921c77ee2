import './console.css';
import '../ui/pieces.css';
import { ErrorBoundary, type KeyValueStorage, UiProvider } from '@parley/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import type { Session } from '../lib/session.ts';
import { SessionContext } from '../lib/session-context.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { SessionEndings } from './SessionEndings.tsx';

type Properties = { i18n: I18n; session: Session; queryClient: QueryClient; storage: KeyValueStorage };

/** The whole console; the router stands outside, so that a test can begin at any address. */
export function App({ i18n, session, queryClient, storage }: Properties) {
  return (
    <UiProvider i18n={i18n} storage={storage}>
      <SessionContext value={session}>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary>
            <SessionEndings />
            <AppRoutes />
          </ErrorBoundary>
        </QueryClientProvider>
      </SessionContext>
    </UiProvider>
  );
}
