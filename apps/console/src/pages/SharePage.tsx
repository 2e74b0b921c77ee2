import { useEffect } from 'react';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

/**
 * `/workOrder/share`, `/chatHistory/share` and `/fansOperation/streamLinkReport` are separate pages, light enough for visitors'
 * phones (`apps/share`). A user who navigates to one inside the console has to load it from the server.
 */
export function SharePage() {
  useEffect(() => window.location.reload(), []);
  return <PageSkeleton />;
}
