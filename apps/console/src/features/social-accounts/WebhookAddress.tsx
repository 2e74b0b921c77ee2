import type { SocialAccount } from '@parley/contract/channels';
import { CopyButton, ForeignText } from '@parley/ui';
import { Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = { account: SocialAccount; onClose: () => void };

/** The address that the owner enters for their own app in the platform's developer console. */
export function WebhookAddress({ account: { name, webhookAddress }, onClose }: Properties) {
  const { t } = useTranslation();
  const address = webhookAddress ?? '';
  return (
    <Modal
      open
      title={t('socialAccounts.webhookTitle')}
      onCancel={onClose}
      footer={[
        <CopyButton
          key="copy"
          size="middle"
          type="primary"
          text={address}
          label={t('socialAccounts.copyWebhook')}
          labelled
        />,
        <Button key="close" onClick={onClose}>
          {t('action.done')}
        </Button>,
      ]}
    >
      <p>
        <ForeignText>{name}</ForeignText>
      </p>
      <p>{t('socialAccounts.webhookHint')}</p>
      <Input.TextArea
        readOnly
        autoSize
        className="code"
        aria-label={t('socialAccounts.webhook')}
        value={address}
      />
    </Modal>
  );
}
