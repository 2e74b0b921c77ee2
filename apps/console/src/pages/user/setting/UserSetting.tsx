import '../../../features/profile/profile.css';
import { ErrorPanel } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificationPanel } from '../../../features/certification/CertificationPanel.tsx';
import { ChangeEmail } from '../../../features/identity/ChangeEmail.tsx';
import { ChangePassword } from '../../../features/identity/ChangePassword.tsx';
import { BasicInfo } from '../../../features/profile/BasicInfo.tsx';
import { ownProfile, profileKey } from '../../../features/profile/queries.ts';
import { InactiveDays } from '../../../features/social-accounts/InactiveDays.tsx';
import { TranslationSettingsForm } from '../../../features/translation-settings/TranslationSettingsForm.tsx';
import { TimeZoneSetting } from '../../../features/workspace/TimeZoneSetting.tsx';
import { paths } from '../../../lib/paths.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { browserLoginVault } from '../../../lib/saved-login.ts';
import { useClient, useSession } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { loginUserInfo } from '../../../lib/user.ts';
import { LoginSessions } from '../../../ui/LoginSessions.tsx';
import { TwoFactorPanel } from '../../../ui/TwoFactorPanel.tsx';

const tabs = ['basic', 'workspace', 'security', 'certification', 'social-accounts'] as const;
const page = paths.userSetting;

const readTab = (query: URLSearchParams) => ({
  tab: tabs.find((tab) => tab === query.get('tab')) ?? 'basic',
});

/** `/user/setting`: basic information, workspace, security, certification; what was entered stays when the part is changed. */
export function UserSetting() {
  const { t } = useTranslation();
  const [{ tab }, setFilters] = useUrlFilters(readTab);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.userSetting')}</h1>
      </div>
      <Tabs
        className="panel settings-tabs"
        activeKey={tab}
        onChange={(next) => setFilters({ tab: next === 'basic' ? undefined : next })}
        items={[
          { key: 'basic', label: t('profile.basic'), children: <Basic /> },
          { key: 'workspace', label: t('workspace.title'), children: <Workspace /> },
          { key: 'security', label: t('profile.security'), children: <Security /> },
          { key: 'certification', label: t('profile.certification'), children: <Certification /> },
          { key: 'social-accounts', label: t('page.socialAccounts'), children: <InactiveDays /> },
        ]}
      />
    </div>
  );
}

function Basic() {
  const { data, error, refetch } = useQuery(ownProfile(useClient()));
  if (data !== undefined) return <BasicInfo profile={data} page={page} />;
  if (error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  return <Skeleton active avatar paragraph={{ rows: 8 }} />;
}

function Workspace() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(loginUserInfo(useClient()));
  if (data === undefined && error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <section className="settings-rows">
      <h2>{t('timeZone.title')}</h2>
      <TimeZoneSetting calendar={data.calendar} page={page} />
      <h2>{t('translation.workspaceTitle')}</h2>
      <TranslationSettingsForm target={{ level: 'workspace' }} page={page} />
    </section>
  );
}

function Security() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const session = useSession();
  const { data } = useQuery(ownProfile(session.client));
  const [vault] = useState(browserLoginVault);
  // A storage that fails costs a remembered log-in, not the change.
  const ignore = () => undefined;
  return (
    <>
      <div className="settings-columns">
        <section>
          <h2>{t('identity.changePassword')}</h2>
          <p className="quiet">{t('identity.changePasswordHint')}</p>
          <ChangePassword
            page={page}
            onChanged={(password) => void vault?.change(data?.email ?? '', { password }).catch(ignore)}
          />
        </section>
        <section>
          <h2>{t('identity.changeEmail')}</h2>
          <p className="quiet">{t('identity.changeEmailHint', { email: data?.email ?? '…' })}</p>
          <ChangeEmail
            page={page}
            onChanged={(emails) => {
              void queryClient.invalidateQueries({ queryKey: queryKeys.user });
              void vault?.change(emails.old, { username: emails.new }).catch(ignore);
            }}
          />
        </section>
        <section>
          <h2>{t('security.twoFactor')}</h2>
          <p className="quiet">{t('security.twoFactorHint')}</p>
          <TwoFactorPanel client={session.client} />
        </section>
      </div>
      <section className="settings-rows">
        <h2>{t('security.sessions')}</h2>
        <p className="quiet">{t('security.sessionsHint')}</p>
        <LoginSessions client={session.client} scope="own" onLoggedOut={session.giveUp} />
        <h2>{t('security.deskSessions')}</h2>
        <LoginSessions client={session.client} scope="sub-accounts" />
      </section>
    </>
  );
}

function Certification() {
  const queryClient = useQueryClient();
  return (
    <CertificationPanel
      page={page}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: profileKey })}
    />
  );
}
