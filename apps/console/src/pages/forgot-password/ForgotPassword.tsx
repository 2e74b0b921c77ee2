import { useToasts } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ForgotPasswordForm } from '../../features/identity/ForgotPasswordForm.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';
import { browserLoginVault } from '../../lib/saved-login.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';

/** `/forgotPassword`: sets a new password with a code sent by e-mail, then leads to the login. */
export function ForgotPassword() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const title = t('page.forgotPassword');
  useWindowTitle(title);
  const toLogin = async ({ email, password }: { email: string; password: string }) => {
    // Otherwise the login would fill in the old password; a storage failure has no other effect.
    await browserLoginVault()
      ?.change(email, { password })
      .catch(() => undefined);
    void toasts.success(t('identity.passwordChanged'));
    await navigate(paths.login + search, { state: { username: email } });
  };
  return (
    <EntryLayout
      title={t('identity.forgottenTitle')}
      below={<Link to={paths.login + search}>{t('identity.backToLogIn')}</Link>}
    >
      <ForgotPasswordForm onChanged={(login) => void toLogin(login)} />
    </EntryLayout>
  );
}
