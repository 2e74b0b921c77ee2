import { useEffect } from 'react';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';

/**
 * `/workOrder/share` is a page of its own, light enough for strangers' phones (`apps/share`). Whoever comes to it inside the
 * console has to load it from the server.
 */
export function SharedWorkOrder() {
  useEffect(() => window.location.reload(), []);
  return <PageSkeleton />;
}
