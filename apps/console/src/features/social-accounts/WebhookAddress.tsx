import type { SocialAccount } from '@parley/contract/channels';
import { useTranslation } from 'react-i18next';
import { TextToCopy } from './TextToCopy.tsx';

type Properties = { account: SocialAccount; onClose: () => void };

/** The webhook URL that the owner enters in the platform's developer console for their own app. */
export function WebhookAddress({ account, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <TextToCopy
      account={account}
      text={account.webhookAddress ?? ''}
      title={t('socialAccounts.webhookTitle')}
      hint={t('socialAccounts.webhookHint')}
      label={t('socialAccounts.webhook')}
      copyLabel={t('socialAccounts.copyWebhook')}
      onClose={onClose}
    />
  );
}
