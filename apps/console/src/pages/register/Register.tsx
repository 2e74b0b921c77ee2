import type { Tokens } from '@parley/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Registered } from '../../features/identity/Registered.tsx';
import { RegisterForm } from '../../features/identity/RegisterForm.tsx';
import { useInvitationClick } from '../../features/identity/use-invitation-click.ts';
import { ContactList } from '../../features/support/ContactList.tsx';
import { contacts } from '../../features/support/queries.ts';
import { useWindowTitle } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';
import { useClient, useSession } from '../../lib/session-context.tsx';
import { systemConfig } from '../../lib/system-config.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';
import { ScreenTexts } from '../../ui/ScreenTexts.tsx';

/** `/register`: the form, then the success screen, which continues on its own. */
export function Register() {
  const { t } = useTranslation();
  const session = useSession();
  const client = useClient();
  const { search } = useLocation();
  const [tokens, setTokens] = useState<Tokens>();
  const config = useQuery(systemConfig(client));
  const people = useQuery(contacts(client));
  const title = t('identity.register');
  useWindowTitle(title);
  useInvitationClick();
  if (tokens !== undefined) {
    const hasContacts = people.data !== undefined && people.data.list.length > 0;
    return (
      <EntryLayout title={t('identity.registered')}>
        <Registered
          onEnter={() => session.logIn(tokens)}
          downloads={config.data?.clientDownload}
          contacts={hasContacts ? <Contacts /> : null}
        />
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
      {config.data?.registrationOpen === false ? (
        <Alert type="info" showIcon title={t('identity.registrationClosed')} />
      ) : (
        <RegisterForm onRegistered={setTokens} />
      )}
    </EntryLayout>
  );
}

/** The contacts with their texts, which the form before doesn't need. */
function Contacts() {
  return (
    <Suspense fallback={null}>
      <ScreenTexts>
        <ContactList />
      </ScreenTexts>
    </Suspense>
  );
}
