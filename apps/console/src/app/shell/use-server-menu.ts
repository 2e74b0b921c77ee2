import { useToasts } from '@parley/ui';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';

const notice = 'menu';

/** Fetches the server's menu and stores it, and says how that goes; what is stored stays when it fails. */
export function useFetchMenu(): (signal?: AbortSignal) => Promise<void> {
  const client = useClient();
  const toasts = useToasts();
  const [, change] = useLayout();
  const { t } = useTranslation();
  return async (signal) => {
    toasts.info({ key: notice, content: t('menu.loading'), duration: 0 });
    try {
      // Few take their menu from there: what it looks like is no part of every first load.
      const { userMenu } = await import('./user-menu.ts');
      const { list } = await client.call(userMenu, {}, signal === undefined ? {} : { signal });
      change({ serverMenu: list });
      toasts.success({ key: notice, content: t('menu.success') });
    } catch {
      if (signal?.aborted !== true) toasts.error({ key: notice, content: t('menu.error') });
    }
  };
}

/** Requests the menu while it is set to come from the server: when that is switched on, and at each start. */
export function useServerMenu(): void {
  const [{ menuFromServer }] = useLayout();
  const fetchMenu = useEffectEvent(useFetchMenu());
  useEffect(() => {
    if (!menuFromServer) return undefined;
    const leaving = new AbortController();
    void fetchMenu(leaving.signal);
    return () => leaving.abort();
  }, [menuFromServer]);
}
