import type { DeskSocialAccount } from '@parley/contract/channels';
import { Drawer, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountAlerts } from '../../features/social-accounts/AccountAlerts.tsx';

const AlertSettings = lazy(async () => ({
  default: (await import('../../features/alerts/AlertSettings.tsx')).AlertSettings,
}));

type Properties = { accounts: readonly DeskSocialAccount[]; open: boolean; onClose: () => void };

/** The settings of the alerts to new messages: this browser's, and the accounts that are muted everywhere. */
export function AlertDrawer({ accounts, open, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} title={t('alert.settings')} size={400} destroyOnHidden>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
        <AlertSettings>
          <AccountAlerts accounts={accounts} />
        </AlertSettings>
      </Suspense>
    </Drawer>
  );
}
