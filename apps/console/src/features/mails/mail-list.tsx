import { useTranslation } from 'react-i18next';
import './mails.css';
import type { AnswerOf } from '@parley/contract';
import { mailFaultSentence, type mailPage } from '@parley/contract/operator';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Drawer, Tag } from 'antd';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { useInZone } from '../../ui/use-in-zone.ts';

// i18n-keys: mails.is.*

export type OutgoingMail = AnswerOf<typeof mailPage>['list'][number];

const colors: Readonly<Record<OutgoingMail['state'], string>> = {
  kept: 'default',
  queued: 'warning',
  sent: 'success',
  failed: 'error',
};

/** Columns of outgoing mail. */
export function useMailColumns(): readonly Column<OutgoingMail>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const inZone = useInZone();
  return [
    {
      key: 'to',
      title: t('mails.to'),
      width: 240,
      render: (row) => <ForeignText>{row.to}</ForeignText>,
    },
    {
      key: 'subject',
      title: t('mails.subject'),
      width: 300,
      render: (row) => <ForeignText>{row.subject}</ForeignText>,
    },
    {
      key: 'state',
      title: t('mails.state'),
      width: 110,
      render: ({ state }) => <Tag color={colors[state]}>{t(`mails.is.${state}`)}</Tag>,
    },
    {
      key: 'created',
      title: inZone(t('mails.created')),
      width: 150,
      className: 'numeric',
      render: (row) => dateTime(row.createdAt),
    },
  ];
}

/** Returns the actions on a mail: reading it, which is the way to get codes where no mail server is configured. */
export function useMailActions(onRead: (mail: OutgoingMail) => void) {
  const { t } = useTranslation();
  return (mail: OutgoingMail): readonly RowAction[] => [
    {
      key: 'read',
      label: t('mails.read'),
      beside: t('mails.readNamed', { subject: mail.subject, to: mail.to }),
      onAct: () => onRead(mail),
    },
  ];
}

/** Shows one mail. */
export function MailDrawer({ mail, onClose }: { mail: OutgoingMail | undefined; onClose: () => void }) {
  return (
    <Drawer
      open={mail !== undefined}
      size={520}
      title={mail === undefined ? '' : <ForeignText>{mail.subject}</ForeignText>}
      onClose={onClose}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {mail === undefined ? null : <OneMail mail={mail} />}
    </Drawer>
  );
}

function OneMail({ mail: { to, text, problem, createdAt } }: { mail: OutgoingMail }) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  return (
    <>
      <p className="quiet">
        <ForeignText>{to}</ForeignText> · {dateTime(createdAt)}
      </p>
      {problem === null ? null : (
        <p role="alert">
          {t('mails.problem')}{' '}
          <ForeignText>
            {mailFaultSentence(problem, interfaceLanguageOf(i18n.language)) ?? problem}
          </ForeignText>
        </p>
      )}
      <pre className="mail-text">{text}</pre>
    </>
  );
}
