import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLayoutStore } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { startUpContact } from './queries.ts';

/** Fetches the default contact once and stores it in the settings, where it is available without a network as well. */
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
