import type { SocialAccount } from '@parley/contract/channels';
import { Badge } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: socialAccounts.state.*

const looks = { online: 'success', connecting: 'processing', offline: 'default', refused: 'error' } as const;

/** The connection state of a social account; a disabled one is shown as disabled. */
export function ConnectionTag({ account }: { account: Pick<SocialAccount, 'enabled' | 'state'> }) {
  const { t } = useTranslation();
  if (!account.enabled) return <Badge status="default" text={t('socialAccounts.state.disabled')} />;
  return <Badge status={looks[account.state]} text={t(`socialAccounts.state.${account.state}`)} />;
}
