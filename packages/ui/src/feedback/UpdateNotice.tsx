import './offline-banner.css';
import { isOlderVersion } from '@parley/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** Of this build. */
  version: string;
  /** What the installation asks for; null or undefined: nothing, or not known yet. */
  minimum: string | null | undefined;
};

/** Asks for a reload while this build is older than the installation allows; the server hands out the current one. */
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
