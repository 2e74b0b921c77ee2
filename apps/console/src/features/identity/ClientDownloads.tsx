import { AppleOutlined, ChromeOutlined, WindowsOutlined } from '@ant-design/icons';
import type { SystemConfig } from '@parley/contract/settings';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = { downloads: SystemConfig['clientDownload'] | undefined };

/** The agents' clients: the programs that the operator offers, and always the desk in the browser. */
export function ClientDownloads({ downloads }: Properties) {
  const { t } = useTranslation();
  const { windows = null, macos = null } = downloads ?? {};
  const link = { target: '_blank', rel: 'noreferrer' } as const;
  return (
    <section>
      <h2>{t('identity.clientTitle')}</h2>
      <p className="quiet">{t('identity.clientHint')}</p>
      <div className="entry-choices">
        {windows === null ? null : (
          <Button {...link} href={windows} icon={<WindowsOutlined aria-hidden />}>
            {t('identity.clientWindows')}
          </Button>
        )}
        {macos === null ? null : (
          <Button {...link} href={macos} icon={<AppleOutlined aria-hidden />}>
            {t('identity.clientMacos')}
          </Button>
        )}
        <Button {...link} href="/desk/" icon={<ChromeOutlined aria-hidden />}>
          {t('identity.clientBrowser')}
        </Button>
      </div>
    </section>
  );
}
