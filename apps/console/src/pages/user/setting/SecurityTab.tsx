import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeEmail } from '../../../features/identity/ChangeEmail.tsx';
import { ChangePassword } from '../../../features/identity/ChangePassword.tsx';
import { LoginSessions } from '../../../features/login-sessions/LoginSessions.tsx';
import { ownProfile } from '../../../features/profile/queries.ts';
import { TwoFactorPanel } from '../../../features/two-factor/TwoFactorPanel.tsx';
import { queryKeys } from '../../../lib/query-keys.ts';
import { browserLoginVault } from '../../../lib/saved-login.ts';
import { useSession } from '../../../lib/session-context.tsx';

/** Password, e-mail address, second factor and login sessions. */
export function SecurityTab() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const session = useSession();
  const { data } = useQuery(ownProfile(session.client));
  const [vault] = useState(browserLoginVault);
  // A storage failure only loses the remembered login; the change itself has succeeded.
  const ignore = () => undefined;
  return (
    <>
      <div className="settings-columns">
        <section>
          <h2>{t('identity.changePassword')}</h2>
          <p className="quiet">{t('identity.changePasswordHint')}</p>
          <ChangePassword
            onChanged={(password) => void vault?.change(data?.email ?? '', { password }).catch(ignore)}
          />
        </section>
        <section>
          <h2>{t('identity.changeEmail')}</h2>
          <p className="quiet">{t('identity.changeEmailHint', { email: data?.email ?? '…' })}</p>
          <ChangeEmail
            onChanged={(emails) => {
              void queryClient.invalidateQueries({ queryKey: queryKeys.user });
              void vault?.change(emails.old, { username: emails.new }).catch(ignore);
            }}
          />
        </section>
        <section>
          <h2>{t('twoFactor.title')}</h2>
          <p className="quiet">{t('twoFactor.hint')}</p>
          <TwoFactorPanel client={session.client} />
        </section>
      </div>
      <section className="settings-rows">
        <h2>{t('loginSessions.title')}</h2>
        <p className="quiet">{t('loginSessions.hint')}</p>
        <LoginSessions client={session.client} scope="own" onLoggedOut={session.giveUp} />
        <h2>{t('loginSessions.deskTitle')}</h2>
        <LoginSessions client={session.client} scope="sub-accounts" />
      </section>
    </>
  );
}
