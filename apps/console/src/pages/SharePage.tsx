import { useEffect } from 'react';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

/**
 * Reloads the page: `/workOrder/share`, `/chatHistory/share` and `/fansOperation/streamLinkReport` are served as
 * separate pages, small enough for visitors' phones (`apps/share`). Navigating to one inside the console requires a
 * request to the server.
 */
export function SharePage() {
  useEffect(() => window.location.reload(), []);
  return <PageSkeleton />;
}
