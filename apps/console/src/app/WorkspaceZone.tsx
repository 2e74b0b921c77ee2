import { TimeZoneProvider } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCalendar } from '../lib/calendar.ts';
import { PersonContext } from '../lib/person.ts';
import { useClient } from '../lib/session-context.tsx';
import { loginUserInfo } from '../lib/user.ts';

/**
 * Provides the workspace's time zone, in which its days and filters are defined, for all times in the shell, and the
 * user's id, by which list settings are stored.
 */
export function WorkspaceZone({ children }: { children: ReactNode }) {
  const { data } = useQuery(loginUserInfo(useClient()));
  return (
    <PersonContext value={data?.id ?? ''}>
      <TimeZoneProvider timeZone={useCalendar()?.timeZone}>{children}</TimeZoneProvider>
    </PersonContext>
  );
}
