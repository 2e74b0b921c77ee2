import { CopyButton } from '@parley/ui';
import { Alert, Button, Descriptions, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: subAccounts.detailsTitle.*

/** What an agent needs to log in. */
export type Details = {
  /** Why they are shown: it was made, its password was, or somebody asked. */
  why: 'created' | 'password' | 'asked';
  accountName: string;
  /** Null: nobody can know it any more. */
  password: string | null;
};

type Properties = { details: Details; onClose: () => void };

/** Address, name and, the one time that it can be read, the password. */
export function LogInDetails({ details: { why, accountName, password }, onClose }: Properties) {
  const { t } = useTranslation();
  // Desk and console stand on one origin; see docs/architecture.md.
  const address = new URL('/desk/', location.origin).href;
  const facts = [
    { key: 'name', label: t('subAccounts.accountName'), text: accountName, copy: t('subAccounts.copyName') },
    ...(password === null
      ? []
      : [
          {
            key: 'password',
            label: t('subAccounts.password'),
            text: password,
            copy: t('subAccounts.copyPassword'),
          },
        ]),
  ];
  const place = { label: t('subAccounts.deskAddress'), text: address };
  const all = [place, ...facts].map(({ label, text }) => `${label}: ${text}`).join('\n');
  return (
    <Modal
      open
      title={t(`subAccounts.detailsTitle.${why}`)}
      // What is seen once goes by a button alone, and not by a slip.
      mask={{ closable: password === null }}
      keyboard={password === null}
      onCancel={onClose}
      footer={[
        <CopyButton
          key="copy"
          size="middle"
          type="default"
          text={all}
          label={t('subAccounts.copyAll')}
          labelled
        />,
        <Button key="close" type="primary" onClick={onClose}>
          {t('action.done')}
        </Button>,
      ]}
    >
      {password === null ? (
        <p className="quiet">{t('subAccounts.passwordUnknown')}</p>
      ) : (
        <Alert
          data-tour="copy-sub-account"
          type="warning"
          showIcon
          title={t('subAccounts.shownOnce')}
          style={{ marginBlockEnd: 12 }}
        />
      )}
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          ...facts.map(({ key, label, text, copy }) => ({
            key,
            label,
            children: (
              <span className="with-copy">
                <span className="code">{text}</span>
                <CopyButton text={text} label={copy} />
              </span>
            ),
          })),
          {
            key: 'address',
            label: place.label,
            children: (
              <span className="with-copy">
                <a href={address} target="_blank" rel="noreferrer">
                  {address}
                </a>
                <CopyButton text={address} label={t('subAccounts.copyAddress')} />
              </span>
            ),
          },
        ]}
      />
    </Modal>
  );
}
