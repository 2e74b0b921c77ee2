import { ApiError } from '@parley/api-client';
import { FailedPage, lazyCode, useLazyCode } from '@parley/ui';
import { Component, type ReactNode } from 'react';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const errorPage = lazyCode(async () => (await import('../pages/exception/ErrorPage.tsx')).ErrorPage);

type State = { failed: false } | { failed: true; problem: unknown };

/** Confines a render error to its page and shows the error page for it: 403, 404, or 500 with the request id. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(problem: unknown): State {
    return { failed: true, problem };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Failure problem={this.state.problem} onRetry={() => this.setState({ failed: false })} />;
  }
}

function Failure({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const { code: ErrorPage, problem: missing } = useLazyCode(errorPage);
  // Without a connection the error page's code can't be loaded either.
  if (missing !== null) return <FailedPage onRetry={onRetry} />;
  if (ErrorPage === null) return <PageSkeleton />;
  const status = problem instanceof ApiError ? problem.code : 500;
  return (
    <ErrorPage
      status={status === 403 || status === 404 ? status : 500}
      requestId={problem instanceof ApiError ? problem.requestId : null}
      onRetry={onRetry}
    />
  );
}
