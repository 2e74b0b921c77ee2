import type { SocialAccount } from '@parley/contract/channels';
import { CopyButton, ForeignText } from '@parley/ui';
import { Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** Undefined, or without `embed`: nothing to show. */
  account: SocialAccount | undefined;
  onClose: () => void;
};

/** The script tag that puts the chat widget into the owner's website. */
export function EmbedSnippet({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const embed = account?.embed ?? null;
  return (
    <Modal
      open={embed !== null}
      title={t('socialAccounts.embedTitle')}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <CopyButton
          key="copy"
          size="middle"
          type="primary"
          text={embed ?? ''}
          label={t('socialAccounts.copyEmbed')}
          labelled
        />,
        <Button key="close" onClick={onClose}>
          {t('action.done')}
        </Button>,
      ]}
    >
      <p>
        <ForeignText>{account?.name ?? ''}</ForeignText>
      </p>
      <p>{t('socialAccounts.embedHint')}</p>
      <Input.TextArea
        readOnly
        autoSize
        className="code"
        aria-label={t('socialAccounts.embed')}
        value={embed ?? ''}
      />
    </Modal>
  );
}
