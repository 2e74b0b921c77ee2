import './offline-banner.css';
import { isOlderVersion } from '@parley/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** The version of this build. */
  version: string;
  /** The version that the installation requires; null or undefined when there is none or it isn't known yet. */
  minimum: string | null | undefined;
};

/** Asks for a reload while this build is older than the installation requires; the server serves the current one. */
export function UpdateNotice({ version, minimum }: Properties) {
  const { t } = useTranslation('ui');
  if (minimum === null || minimum === undefined || !isOlderVersion(version, minimum)) return null;
  return (
    <div className="offline-banner" role="status">
      {t('update.needed', { version, minimum })}{' '}
      <Button type="link" size="small" onClick={() => window.location.reload()}>
        {t('update.reload')}
      </Button>
    </div>
  );
}
