import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { LoginForm } from '../../features/identity/LoginForm.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';
import { browserLoginVault } from '../../lib/saved-login.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';

/** Returns the e-mail address of an account whose password was just reset, from the state of the navigation. */
function usernameIn(state: unknown): string | undefined {
  const known =
    typeof state === 'object' && state !== null && 'username' in state ? state.username : undefined;
  return typeof known === 'string' ? known : undefined;
}

/** `/login` */
export function Login() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const [vault] = useState(browserLoginVault);
  const title = t('identity.logIn');
  useWindowTitle(title);
  return (
    <EntryLayout
      title={t('identity.logInTitle')}
      below={
        <>
          {t('identity.noAccount')} <Link to={paths.register + search}>{t('identity.register')}</Link>
        </>
      }
    >
      <LoginForm
        vault={vault}
        username={usernameIn(state)}
        forgotten={<Link to={paths.forgotPassword + search}>{t('identity.forgotten')}</Link>}
      />
    </EntryLayout>
  );
}
