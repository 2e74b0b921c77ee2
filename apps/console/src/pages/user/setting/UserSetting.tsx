import '../../../features/profile/profile.css';
import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { BasicInfo } from '../../../features/profile/BasicInfo.tsx';
import { ownProfile } from '../../../features/profile/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';

const loading = <Skeleton active paragraph={{ rows: 8 }} />;
const WorkspaceTab = lazyWithSuspense(async () => (await import('./WorkspaceTab.tsx')).WorkspaceTab, loading);
const SecurityTab = lazyWithSuspense(async () => (await import('./SecurityTab.tsx')).SecurityTab, loading);
const CertificationTab = lazyWithSuspense(
  async () => (await import('./CertificationTab.tsx')).CertificationTab,
  loading,
);
const SocialAccountsTab = lazyWithSuspense(
  async () => (await import('./SocialAccountsTab.tsx')).SocialAccountsTab,
  loading,
);

const tabs = ['basic', 'workspace', 'security', 'certification', 'social-accounts'] as const;

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
