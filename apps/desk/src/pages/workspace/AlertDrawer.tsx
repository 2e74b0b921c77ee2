import type { DeskSocialAccount } from '@parley/contract/channels';
import { LazyFallback, lazyCode, useLazyCode } from '@parley/ui';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { AccountAlerts } from '../../features/social-accounts/AccountAlerts.tsx';

const alertSettings = lazyCode(
  async () => (await import('../../features/alerts/AlertSettings.tsx')).AlertSettings,
);

type Properties = { accounts: readonly DeskSocialAccount[]; open: boolean; onClose: () => void };

/** Settings of the alerts to new messages: those of this browser, and the accounts that are muted everywhere. */
export function AlertDrawer({ accounts, open, onClose }: Properties) {
  const { t } = useTranslation();
  const { code: AlertSettings, problem, retry } = useLazyCode(alertSettings, open);
  return (
    <Drawer open={open} onClose={onClose} title={t('alert.settings')} size={400} destroyOnHidden>
      {AlertSettings !== null ? (
        <AlertSettings>
          <AccountAlerts accounts={accounts} />
        </AlertSettings>
      ) : (
        <LazyFallback failed={problem !== null} onRetry={retry} />
      )}
    </Drawer>
  );
}
