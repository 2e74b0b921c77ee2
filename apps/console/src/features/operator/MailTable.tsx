import type { AnswerOf } from '@parley/contract';
import { mailFaultSentence, type mailPage } from '@parley/contract/operator';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Button, Drawer, type TableColumnsType, Tag } from 'antd';
import { useState } from 'react';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { useTexts } from './texts.ts';

// i18n-keys: op.mail.is.*

type Mail = AnswerOf<typeof mailPage>['list'][number];

const colors: Readonly<Record<Mail['state'], string>> = {
  kept: 'default',
  queued: 'warning',
  sent: 'success',
  failed: 'error',
};

/** Outgoing mail; each can be read, which is how codes are had where no mail server is set. */
export function MailTable({ page }: { page: Paged<Mail> }) {
  const { t } = useTexts();
  const { dateTime } = useFormats();
  const [opened, setOpened] = useState<Mail>();
  const columns: TableColumnsType<Mail> = [
    { title: t('op.mail.to'), width: 240, render: (_, row) => <ForeignText>{row.to}</ForeignText> },
    { title: t('op.mail.subject'), width: 300, render: (_, row) => <ForeignText>{row.subject}</ForeignText> },
    {
      title: t('op.mail.state'),
      width: 110,
      render: (_, row) => <Tag color={colors[row.state]}>{t(`op.mail.is.${row.state}`)}</Tag>,
    },
    {
      title: t('op.mail.created'),
      width: 150,
      className: 'numeric',
      render: (_, row) => dateTime(row.createdAt),
    },
    {
      title: t('table.actions'),
      width: 90,
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={t('op.mail.readNamed', { subject: row.subject, to: row.to })}
          onClick={() => setOpened(row)}
        >
          {t('op.mail.read')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PagedTable columns={columns} {...page} />
      <Drawer
        open={opened !== undefined}
        size={520}
        title={opened === undefined ? '' : <ForeignText>{opened.subject}</ForeignText>}
        onClose={() => setOpened(undefined)}
        styles={{ wrapper: { maxWidth: '100vw' } }}
      >
        {opened === undefined ? null : <OneMail mail={opened} />}
      </Drawer>
    </>
  );
}

function OneMail({ mail: { to, text, problem, createdAt } }: { mail: Mail }) {
  const { t, i18n } = useTexts();
  const { dateTime } = useFormats();
  return (
    <>
      <p className="quiet">
        <ForeignText>{to}</ForeignText> · {dateTime(createdAt)}
      </p>
      {problem === null ? null : (
        <p role="alert">
          {t('op.mail.problem')}{' '}
          <ForeignText>
            {mailFaultSentence(problem, interfaceLanguageOf(i18n.language)) ?? problem}
          </ForeignText>
        </p>
      )}
      <pre className="mail-text">{text}</pre>
    </>
  );
}
