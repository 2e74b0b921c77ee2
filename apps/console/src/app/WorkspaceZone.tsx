import { TimeZoneProvider } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCalendar } from '../lib/calendar.ts';
import { PersonContext } from '../lib/person.ts';
import { useClient } from '../lib/session-context.tsx';
import { loginUserInfo } from '../lib/user.ts';

/**
 * Shows every time of the shell in the workspace's zone, the one that its days and filters are meant in, and every
 * list as its reader has set it.
 */
export function WorkspaceZone({ children }: { children: ReactNode }) {
  const { data } = useQuery(loginUserInfo(useClient()));
  return (
    <PersonContext value={data?.id ?? ''}>
      <TimeZoneProvider timeZone={useCalendar()?.timeZone}>{children}</TimeZoneProvider>
    </PersonContext>
  );
}
