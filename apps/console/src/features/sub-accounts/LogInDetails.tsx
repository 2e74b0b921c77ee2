import { CopyButton } from '@parley/ui';
import { Alert, Button, Descriptions, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: subAccounts.detailsTitle.*

/** The details with which an agent logs in. */
export type SubAccountLogIn = {
  /** Why they are shown: the sub-account or its password is new, or the owner requested them. */
  why: 'created' | 'password' | 'asked';
  accountName: string;
  /** Null: no longer available. */
  password: string | null;
};

type Properties = { details: SubAccountLogIn; onClose: () => void };

type Fact = { key: string; label: string; text: string; copy: string };

/** Returns the account name and, if available, its password. */
function useSecrets({ accountName, password }: SubAccountLogIn): Fact[] {
  const { t } = useTranslation();
  const name = {
    key: 'name',
    label: t('subAccounts.accountName'),
    text: accountName,
    copy: t('subAccounts.copyName'),
  };
  if (password === null) return [name];
  const secret = {
    key: 'password',
    label: t('subAccounts.password'),
    text: password,
    copy: t('subAccounts.copyPassword'),
  };
  return [name, secret];
}

/** Shows the URL, the name and, once only, the password. */
export function LogInDetails({ details, onClose }: Properties) {
  const { t } = useTranslation();
  const { why, password } = details;
  const facts = useSecrets(details);
  const place: Fact = {
    key: 'address',
    label: t('subAccounts.deskAddress'),
    // Desk and console share one origin; see docs/architecture.md.
    text: new URL('/desk/', location.origin).href,
    copy: t('subAccounts.copyAddress'),
  };
  const all = [place, ...facts].map(({ label, text }) => `${label}: ${text}`).join('\n');
  return (
    <Modal
      open
      title={t(`subAccounts.detailsTitle.${why}`)}
      // Details that are shown only once can't be closed by accident, only by a button.
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
      <PasswordNote known={password !== null} />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[...facts, place].map((fact) => ({
          key: fact.key,
          label: fact.label,
          children: <CopyableFact fact={fact} isLink={fact === place} />,
        }))}
      />
    </Modal>
  );
}

function PasswordNote({ known }: { known: boolean }) {
  const { t } = useTranslation();
  if (!known) return <p className="quiet">{t('subAccounts.passwordUnknown')}</p>;
  return (
    <Alert
      data-tour="copy-sub-account"
      type="warning"
      showIcon
      title={t('subAccounts.shownOnce')}
      style={{ marginBlockEnd: 12 }}
    />
  );
}

function CopyableFact({ fact: { text, copy }, isLink }: { fact: Fact; isLink: boolean }) {
  return (
    <span className="with-copy">
      {isLink ? (
        <a href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span className="code">{text}</span>
      )}
      <CopyButton text={text} label={copy} />
    </span>
  );
}
