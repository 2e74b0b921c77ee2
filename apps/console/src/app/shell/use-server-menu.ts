import { useToasts } from '@parley/ui';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';

const notice = 'menu';

/**
 * Returns a function that fetches the server's menu and stores it, with a notice of the outcome; a failure keeps the
 * stored menu.
 */
export function useFetchMenu(): (signal?: AbortSignal) => Promise<void> {
  const client = useClient();
  const toasts = useToasts();
  const [, change] = useLayout();
  const { t } = useTranslation();
  return async (signal) => {
    toasts.info({ key: notice, content: t('menu.loading'), duration: 0 });
    try {
      // Few users enable it, so its schema is not part of the initial load.
      const { userMenu } = await import('./user-menu.ts');
      const { list } = await client.call(userMenu, {}, signal === undefined ? {} : { signal });
      change({ serverMenu: list });
      toasts.success({ key: notice, content: t('menu.success') });
    } catch {
      if (signal?.aborted !== true) toasts.error({ key: notice, content: t('menu.error') });
    }
  };
}

/** Requests the menu at each start, and when the setting for a menu from the server is switched on. */
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
