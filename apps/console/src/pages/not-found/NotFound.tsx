import { Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Any address that leads nowhere. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <Result
        status="404"
        title={t('notFound.title')}
        subTitle={t('notFound.hint')}
        extra={<Link to={paths.home}>{t('notFound.home')}</Link>}
      />
    </div>
  );
}
