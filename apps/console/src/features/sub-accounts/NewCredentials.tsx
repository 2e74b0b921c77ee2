import type { AnswerOf, createSubAccount } from '@parley/contract';
import { CopyButton } from '@parley/ui';
import { Alert, Button, Descriptions, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** Undefined: nothing to show. */
  created: AnswerOf<typeof createSubAccount> | undefined;
  onClose: () => void;
};

/** Name and password of a new sub-account: the one time that the password can be read. */
export function NewCredentials({ created, onClose }: Properties) {
  const { t } = useTranslation();
  const name = created?.subAccount.accountName ?? '';
  const password = created?.password ?? '';
  const both = `${t('subAccounts.accountName')}: ${name}\n${t('subAccounts.password')}: ${password}`;
  return (
    <Modal
      open={created !== undefined}
      title={t('subAccounts.credentials')}
      mask={{ closable: false }}
      destroyOnHidden
      onCancel={onClose}
      footer={[
        <CopyButton
          key="copy"
          size="middle"
          type="default"
          text={both}
          label={t('subAccounts.copyBoth')}
          labelled
        />,
        <Button key="close" type="primary" onClick={onClose}>
          {t('action.done')}
        </Button>,
      ]}
    >
      <Alert
        data-tour="copy-sub-account"
        type="warning"
        showIcon
        title={t('subAccounts.shownOnce')}
        style={{ marginBlockEnd: 12 }}
      />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'name',
            label: t('subAccounts.accountName'),
            children: (
              <span className="with-copy">
                <span className="code">{name}</span>
                <CopyButton text={name} label={t('subAccounts.copyName')} />
              </span>
            ),
          },
          {
            key: 'password',
            label: t('subAccounts.password'),
            children: (
              <span className="with-copy">
                <span className="code">{password}</span>
                <CopyButton text={password} label={t('subAccounts.copyPassword')} />
              </span>
            ),
          },
        ]}
      />
    </Modal>
  );
}
