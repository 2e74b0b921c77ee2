import { UiProvider } from '@parley/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { createLayoutStore } from '../../lib/layout.ts';
import { LayoutContext } from '../../lib/layout-context.tsx';
import { SessionContext } from '../../lib/session-context.tsx';
import type { FakeFetch } from '../../lib/testing/fake-fetch.ts';
import { identityRoutes, someUser, type UserWorld } from '../../lib/testing/identity.ts';
import { installationRoutes } from '../../lib/testing/installation.ts';
import type { Route } from '../../lib/testing/route.ts';
import { FailureToasts } from '../FailureToasts.tsx';
import { PageBoundary } from '../PageBoundary.tsx';
import { WorkspaceZone } from '../WorkspaceZone.tsx';
import { createPageHarness, type PageHandle, type RenderOptions, withoutStyles } from './page-harness.tsx';
import { englishLocale } from './texts.ts';

export type PageOptions = RenderOptions & {
  /** The logged-in user; left out: an owner without data. */
  user?: UserWorld;
};

type Given = PageOptions & {
  /** The page's URL. */
  at: string;
  /** The routes of the nouns that the page shows. */
  answers: readonly Route[];
};

/**
 * Renders one page as the shell would at its URL, over the given answers only.
 *
 * @param page a function where it needs the server for a separate session
 */
export function renderPage(
  page: ReactNode | ((server: FakeFetch) => ReactNode),
  { at, answers, user = someUser(), ...options }: Given,
): PageHandle {
  const own = [...identityRoutes(user), ...installationRoutes()];
  const { opened, queryClient, AddressBar } = createPageHarness([...answers, ...own], options);
  const layout = createLayoutStore(localStorage);
  const { unmount } = render(
    <MemoryRouter initialEntries={[at]}>
      <ConfigProvider theme={withoutStyles}>
        <UiProvider i18n={englishLocale()} storage={localStorage}>
          <LayoutContext value={layout}>
            <SessionContext value={opened.session}>
              <QueryClientProvider client={queryClient}>
                <FailureToasts />
                <WorkspaceZone>
                  <PageBoundary>
                    <Suspense fallback={null}>
                      {typeof page === 'function' ? page(opened.server) : page}
                    </Suspense>
                  </PageBoundary>
                </WorkspaceZone>
              </QueryClientProvider>
            </SessionContext>
          </LayoutContext>
        </UiProvider>
      </ConfigProvider>
      <AddressBar />
    </MemoryRouter>,
  );
  return { ...opened, leave: unmount };
}
