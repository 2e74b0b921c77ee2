import './support.css';
import { type Contact, contactKind } from '@parley/contract/support';
import { CopyButton, EmptyState, ErrorPanel, ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { contacts } from './queries.ts';

// i18n-keys: support.kind.*

/** The operator's contacts by messaging app, with what is needed to reach them. */
export function ContactList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(contacts(useClient()));
  if (data === undefined && error) {
    return (
      <>
        <ErrorPanel problem={error} onRetry={() => void refetch()} />
        <KeptContact />
      </>
    );
  }
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (data.list.length === 0) return <EmptyState title={t('support.none')} hint={t('support.noneHint')} />;
  const groups = contactKind.options
    .map((kind) => ({ kind, members: data.list.filter((one) => one.kind === kind) }))
    .filter(({ members }) => members.length > 0);
  return groups.map(({ kind, members }) => (
    <section key={kind} className="contacts">
      <h3>{t(`support.kind.${kind}`)}</h3>
      <ul>
        {members.map((one) => (
          <li key={one.id}>
            <OneContact {...one} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The contact stored at an earlier start, for users who can't reach the server, which is when they need help. */
function KeptContact() {
  const { t } = useTranslation();
  const [{ customer }] = useLayout();
  if (customer.account === '' && customer.path === '') return null;
  return (
    <section className="contacts">
      <h3>{t('support.kept')}</h3>
      <OneContact name={t('support.service')} {...customer} />
    </section>
  );
}

/** Schemes that are safe to open; anything else is shown as text. */
const followable = /^(https?:\/\/|mailto:)/i;

function OneContact({ name, account, path }: Pick<Contact, 'name' | 'account' | 'path'>) {
  const { t } = useTranslation();
  return (
    <div className="contact">
      <span className="contact-name">
        <ForeignText>{name}</ForeignText>
        {account === '' ? null : <ForeignText className="quiet code">{account}</ForeignText>}
      </span>
      {account === '' ? null : <CopyButton text={account} label={t('support.copy', { name })} />}
      {followable.test(path) ? (
        <a
          href={path}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('support.openNamed', { name })}
        >
          {t('support.open')}
        </a>
      ) : null}
    </div>
  );
}
