import { TimeZoneProvider } from '@parley/ui';
import type { ReactNode } from 'react';
import { useCalendar } from '../lib/calendar.ts';

/** Shows every time of the shell in the workspace's zone, the one that its days and filters are meant in. */
export function WorkspaceZone({ children }: { children: ReactNode }) {
  return <TimeZoneProvider timeZone={useCalendar()?.timeZone}>{children}</TimeZoneProvider>;
}
