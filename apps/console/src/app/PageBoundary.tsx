import { ApiError } from '@parley/api-client';
import { ErrorBoundary } from '@parley/ui';
import { Component, type ReactNode, Suspense } from 'react';
import { lazyComponent, retryLazyComponents } from '../lib/lazy-component.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const ErrorPage = lazyComponent(async () => (await import('../pages/exception/ErrorPage.tsx')).ErrorPage);

type State = { failed: false } | { failed: true; problem: unknown };

/** Keeps a failure while rendering inside its page, and shows the page for it: 403, 404, or 500 with the request's id. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(problem: unknown): State {
    return { failed: true, problem };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { problem } = this.state;
    const code = problem instanceof ApiError ? problem.code : 500;
    const onRetry = () => {
      retryLazyComponents();
      this.setState({ failed: false });
    };
    return (
      // Without a connection the page for errors can't be loaded either.
      <ErrorBoundary onRetry={onRetry}>
        <Suspense fallback={<PageSkeleton />}>
          <ErrorPage
            status={code === 403 || code === 404 ? code : 500}
            requestId={problem instanceof ApiError ? problem.requestId : null}
            onRetry={onRetry}
          />
        </Suspense>
      </ErrorBoundary>
    );
  }
}
