import { endSentenceOf } from '@parley/api-client';
import { interfaceLanguageOf, lazyDialog, useToasts } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withoutSession } from '../lib/paths.ts';
import { forgetData, keepDataFor } from '../lib/retained-data.ts';
import { expectsReLogin } from '../lib/session.ts';
import { useLoggedIn, useSession } from '../lib/session-context.tsx';
import { systemConfig } from '../lib/system-config.ts';

const ReLoginDialog = lazyDialog(async () => (await import('./ReLoginDialog.tsx')).ReLoginDialog);

/**
 * Reports once why a session has ended, asks whether to log in again where the server leaves the choice, and drops all
 * data loaded in the session. Also updates the tenant for subsequent requests.
 */
export function SessionEndings() {
  const session = useSession();
  const queryClient = useQueryClient();
  const loggedIn = useLoggedIn();
  const toasts = useToasts();
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const [refused, setRefused] = useState<string | null>(null);
  const { data: config } = useQuery(systemConfig(session.client));
  const here = useRef(pathname);

  useEffect(() => {
    here.current = pathname;
  }, [pathname]);

  useEffect(
    () =>
      session.onEnded((ended) => {
        if (withoutSession.has(here.current)) return;
        void toasts.warning({
          key: 'session-ended',
          content: endSentenceOf(ended, interfaceLanguageOf(i18n.language)) ?? t('session.timeout'),
          duration: 6,
        });
      }),
    [session, toasts, t, i18n],
  );

  useEffect(() => session.onReLogin(({ message }) => setRefused(message)), [session]);

  useEffect(() => {
    if (config !== undefined) session.tenancy.follow(config);
  }, [config, session]);

  useEffect(() => {
    if (loggedIn) return;
    setRefused(null);
    // The next user of this browser may belong to another workspace.
    const user = expectsReLogin(session) ? session.user() : null;
    if (user === null) forgetData(queryClient);
    else keepDataFor(queryClient, user);
  }, [loggedIn, queryClient, session]);

  if (refused === null) return null;
  return <ReLoginDialog reason={refused} onClose={() => setRefused(null)} onLogIn={session.giveUp} />;
}
