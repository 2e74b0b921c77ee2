import '../../../features/profile/profile.css';
import { ErrorPanel, lazyPart } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { BasicInfo } from '../../../features/profile/BasicInfo.tsx';
import { ownProfile } from '../../../features/profile/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';

const loading = <Skeleton active paragraph={{ rows: 8 }} />;
const WorkspaceTab = lazyPart(async () => (await import('./WorkspaceTab.tsx')).WorkspaceTab, {
  fallback: loading,
});
const SecurityTab = lazyPart(async () => (await import('./SecurityTab.tsx')).SecurityTab, {
  fallback: loading,
});
const CertificationTab = lazyPart(async () => (await import('./CertificationTab.tsx')).CertificationTab, {
  fallback: loading,
});
const SocialAccountsTab = lazyPart(async () => (await import('./SocialAccountsTab.tsx')).SocialAccountsTab, {
  fallback: loading,
});

const tabs = ['basic', 'workspace', 'security', 'certification', 'social-accounts'] as const;

const readTab = (query: URLSearchParams) => ({
  tab: tabs.find((tab) => tab === query.get('tab')) ?? 'basic',
});

/**
 * `/user/setting`: basic information, workspace, security and certification; unsaved input is kept when the tab is
 * changed.
 */
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
          { key: 'workspace', label: t('workspace.title'), children: <WorkspaceTab /> },
          { key: 'security', label: t('profile.security'), children: <SecurityTab /> },
          { key: 'certification', label: t('profile.certification'), children: <CertificationTab /> },
          { key: 'social-accounts', label: t('page.socialAccounts'), children: <SocialAccountsTab /> },
        ]}
      />
    </div>
  );
}

function Basic() {
  const { data, error, refetch } = useQuery(ownProfile(useClient()));
  if (data !== undefined) return <BasicInfo profile={data} />;
  if (error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  return <Skeleton active avatar paragraph={{ rows: 8 }} />;
}
