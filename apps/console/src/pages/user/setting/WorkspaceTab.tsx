import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FanSettings } from '../../../features/fan-statistics/FanSettings.tsx';
import { TranslationSettingsForm } from '../../../features/translation-settings/TranslationSettingsForm.tsx';
import { TimeZoneSetting } from '../../../features/workspace/TimeZoneSetting.tsx';
import { useClient } from '../../../lib/session-context.tsx';
import { loginUserInfo } from '../../../lib/user.ts';

/** Time zone and translation settings of the workspace. */
export function WorkspaceTab() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(loginUserInfo(useClient()));
  if (data === undefined && error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <section className="settings-rows">
      <h2>{t('workspace.timeZoneTitle')}</h2>
      <TimeZoneSetting calendar={data.calendar} />
      <h2>{t('fanStatistics.title')}</h2>
      <FanSettings />
      <h2>{t('translation.workspaceTitle')}</h2>
      <TranslationSettingsForm target={{ level: 'workspace' }} />
    </section>
  );
}
