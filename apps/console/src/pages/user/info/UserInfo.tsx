import { EditOutlined } from '@ant-design/icons';
import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { CertificationTag } from '../../../features/certification/CertificationTag.tsx';
import { ProfileSummary } from '../../../features/profile/ProfileSummary.tsx';
import { ownProfile } from '../../../features/profile/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';

/** `/user/info`: the stored profile, which is edited in the settings. */
export function UserInfo() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(ownProfile(useClient()));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.userInfo')}</h1>
      </div>
      {data === undefined && error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton active avatar paragraph={{ rows: 6 }} /> : null}
      {data === undefined ? null : (
        <ProfileSummary
          profile={data}
          certification={
            <>
              <CertificationTag status={data.certification.status} />
              <Link to={`${paths.userSetting}?tab=certification`}>{t('profile.toCertification')}</Link>
            </>
          }
          actions={
            <Button icon={<EditOutlined aria-hidden />} onClick={() => void navigate(paths.userSetting)}>
              {t('profile.edit')}
            </Button>
          }
        />
      )}
    </div>
  );
}
