import { ErrorPanel } from '@parley/ui';
import { Navigate } from 'react-router';
import { NotFound } from '../../pages/exception/ErrorPage.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import type { Access } from '../guards.tsx';

/** Shown instead of a page that doesn't exist, whose access is still being checked, or that is denied. */
export function PageUnavailable({ access }: { access: Access }) {
  if (access.state === 'asking') return <PageSkeleton />;
  if (access.state === 'failed') {
    return (
      <div className="page">
        <ErrorPanel problem={access.problem} onRetry={access.retry} />
      </div>
    );
  }
  // A page that doesn't exist is open to everyone.
  if (access.state === 'open' || access.instead === undefined) return <NotFound />;
  return <Navigate to={access.instead} replace />;
}
