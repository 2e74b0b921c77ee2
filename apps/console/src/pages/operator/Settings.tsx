import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { operatorSettings } from '../../features/system-settings/queries.ts';
import { SettingsForm } from '../../features/system-settings/SettingsForm.tsx';

/** `/operator/settings` */
export function Settings() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const { data, error, refetch } = useQuery(operatorSettings(client));
  const [read, setRead] = useState(0);
  const reload = () => void refetch().then(() => setRead((count) => count + 1));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('operatorPages.settings')}</h1>
      </div>
      <div className="panel padded">
        {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
        {data === undefined ? null : (
          <SettingsForm key={`${data.version}:${read}`} settings={data} onReload={reload} />
        )}
      </div>
    </div>
  );
}
