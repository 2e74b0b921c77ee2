import { useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/session-context.tsx';
import { loginUserInfo } from '../lib/user.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

type Properties = {
  /** What the address carried when the page was opened; null: nothing. */
  parameter: string | null;
  children: ReactNode;
};

/** Whoever comes by a quick link is let in before any guard looks; the address leads to the page that was wanted. */
export function QuickLogIn({ parameter, children }: Properties) {
  const session = useSession();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { t } = useTranslation();
  const [done, setDone] = useState(parameter === null);
  // React runs effects twice while it checks a page; a code opens only once.
  const begun = useRef(false);

  useEffect(() => {
    if (parameter === null || begun.current) return;
    begun.current = true;
    const load = async () => {
      // Somebody else's, if this browser was logged in before.
      queryClient.clear();
      await queryClient.fetchQuery({ ...loginUserInfo(session.client), retry: false });
    };
    void session.quickLogIn(parameter, load).then((entered) => {
      if (!entered) toasts.error({ content: t('session.quickLogInFailed'), duration: 6 });
      setDone(true);
    });
  }, [parameter, session, queryClient, toasts, t]);

  return done ? children : <PageSkeleton />;
}
