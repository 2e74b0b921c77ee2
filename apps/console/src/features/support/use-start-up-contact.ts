import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLayoutStore } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { startUpContact } from './queries.ts';

/** Fetches the default contact once and keeps it among the settings, where it is at hand also without a network. */
export function useStartUpContact(): void {
  const { data } = useQuery(startUpContact(useClient()));
  const store = useLayoutStore();
  useEffect(() => {
    if (data === undefined || data === null) return;
    const { account, path } = data;
    const kept = store.get().customer;
    if (kept.account !== account || kept.path !== path) store.change({ customer: { account, path } });
  }, [data, store]);
}
