import { useToasts } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ForgotPasswordForm } from '../../features/identity/ForgotPasswordForm.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';
import { browserLoginVault } from '../../lib/saved-login.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';

/** `/forgotPassword`: a new password with a mailed code, then the login. */
export function ForgotPassword() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const title = t('page.forgotPassword');
  useWindowTitle(title);
  const toLogin = async ({ email, password }: { email: string; password: string }) => {
    // Without it the login would offer the old password; a storage that fails costs only that.
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
