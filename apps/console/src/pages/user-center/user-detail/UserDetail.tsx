import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { UserDetails } from '../../../features/profile/UserDetails.tsx';
import { useClient } from '../../../lib/session-context.tsx';
import { loginUserInfo } from '../../../lib/user.ts';

/** `/userCenter/userDetail`: the package, resources and permissions of the account. */
export function UserDetail() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(loginUserInfo(useClient()));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.userDetail')}</h1>
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {data === undefined ? null : <UserDetails user={data} />}
    </div>
  );
}
