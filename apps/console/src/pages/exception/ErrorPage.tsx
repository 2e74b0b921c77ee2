import { CopyButton } from '@parley/ui';
import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { OpenLayout } from '../../ui/OpenLayout.tsx';

// i18n-keys: exception.403.* exception.404.* exception.500.*

type Properties = {
  status: 403 | 404 | 500;
  /** Identifies the server's log lines; null where no request failed. */
  requestId?: string | null;
  /** Left out where a retry is pointless. */
  onRetry?: () => void;
};

/** Explains error 403, 404 or 500 and offers links to continue. */
export function ErrorPage({ status, requestId = null, onRetry }: Properties) {
  const { t } = useTranslation();
  return (
    <div className="page" role={status === 404 ? undefined : 'alert'}>
      <Result
        status={status}
        title={<h1 className="result-title">{t(`exception.${status}.title`)}</h1>}
        subTitle={t(`exception.${status}.hint`)}
        extra={
          <span className="result-ways">
            {status === 500 && onRetry !== undefined ? (
              <Button type="primary" onClick={onRetry}>
                {t('exception.retry')}
              </Button>
            ) : null}
            <Link to={paths.home}>{t('exception.home')}</Link>
          </span>
        }
      >
        {requestId === null ? null : (
          <p className="quiet with-copy">
            <span className="code">{t('exception.requestId', { id: requestId })}</span>
            <CopyButton text={requestId} label={t('exception.copyRequestId')} />
          </p>
        )}
      </Result>
    </div>
  );
}

/** For any unknown path. */
export const NotFound = () => <ErrorPage status={404} />;

/** `/exception/403` */
export const Forbidden = () => (
  <OpenLayout>
    <ErrorPage status={403} />
  </OpenLayout>
);

/** `/exception/404` */
export const LooseNotFound = () => (
  <OpenLayout>
    <NotFound />
  </OpenLayout>
);

/** `/exception/500` */
export const ServerError = () => (
  <OpenLayout>
    <ErrorPage status={500} onRetry={() => window.history.back()} />
  </OpenLayout>
);
