import type { Tokens } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Registered } from '../../features/identity/Registered.tsx';
import { RegisterForm } from '../../features/identity/RegisterForm.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-context.tsx';
import { EntryLayout } from '../../ui/EntryLayout.tsx';

/** `/register`: the form, then the success screen, which enters by itself. */
export function Register() {
  const { t } = useTranslation();
  const session = useSession();
  const { search } = useLocation();
  const [tokens, setTokens] = useState<Tokens>();
  const title = t('identity.register');
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  if (tokens !== undefined) {
    return (
      <EntryLayout title={t('identity.registered')}>
        <Registered onEnter={() => session.logIn(tokens)} />
      </EntryLayout>
    );
  }
  return (
    <EntryLayout
      title={t('identity.registerTitle')}
      below={
        <>
          {t('identity.haveAccount')} <Link to={paths.login + search}>{t('identity.logIn')}</Link>
        </>
      }
    >
      <RegisterForm onRegistered={setTokens} />
    </EntryLayout>
  );
}
