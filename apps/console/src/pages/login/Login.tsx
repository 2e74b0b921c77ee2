import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { LoginForm } from '../../features/identity/LoginForm.tsx';
import { paths } from '../../lib/paths.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';

/** `/login` */
export function Login() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const title = t('identity.logIn');
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <EntryLayout
      title={t('identity.logInTitle')}
      below={
        <>
          {t('identity.noAccount')} <Link to={paths.register + search}>{t('identity.register')}</Link>
        </>
      }
    >
      <LoginForm />
    </EntryLayout>
  );
}
