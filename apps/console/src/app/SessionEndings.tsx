import { useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoggedIn, useSession } from '../lib/session-context.tsx';

/** Says once why a session is over, and forgets everything that it had loaded. */
export function SessionEndings(): null {
  const session = useSession();
  const queryClient = useQueryClient();
  const loggedIn = useLoggedIn();
  const toasts = useToasts();
  const { t } = useTranslation();

  useEffect(
    () =>
      session.onEnded((reason) => {
        void toasts.warning({
          key: 'session-ended',
          content: reason === 'disabled' ? t('session.disabled') : t('session.timeout'),
          duration: 6,
        });
      }),
    [session, toasts, t],
  );

  useEffect(() => {
    // The next person at this browser may own another workspace.
    if (!loggedIn) queryClient.clear();
  }, [loggedIn, queryClient]);

  return null;
}
