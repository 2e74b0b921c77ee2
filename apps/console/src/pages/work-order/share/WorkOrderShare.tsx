import { useEffect } from 'react';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';

/**
 * `/workOrder/share` is a separate page, light enough for visitors' phones (`apps/share`). A user who navigates to it inside
 * the console has to load it from the server.
 */
export function WorkOrderShare() {
  useEffect(() => window.location.reload(), []);
  return <PageSkeleton />;
}
