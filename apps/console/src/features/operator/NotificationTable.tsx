import { deleteNotification, type PublishedNotification } from '@parley/contract/notifications';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats } from '@parley/ui';
import type { TableColumnsType } from 'antd';
import type { TFunction } from 'i18next';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { OperatorRowActions } from './OperatorRowActions.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useTexts } from './texts.ts';

type Properties = {
  page: Paged<PublishedNotification>;
  onChange: (notification: PublishedNotification) => void;
};

/** Everything that was published, with how many have read it. */
export function NotificationTable({ page, onChange }: Properties) {
  const { t, i18n } = useTexts();
  const formats = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const columns: TableColumnsType<PublishedNotification> = [
    {
      title: t('notifications.title'),
      width: 260,
      render: (_, row) => <ForeignText>{row.title[language]}</ForeignText>,
    },
    { title: t('notifications.level'), width: 90, render: (_, row) => <NoticeLevel level={row.level} /> },
    {
      title: t('op.notifications.for'),
      width: 190,
      render: (_, row) =>
        row.ownerEmail === null ? (
          t('op.notifications.everybody')
        ) : (
          <ForeignText>{row.ownerEmail}</ForeignText>
        ),
    },
    ...times(t, formats),
    {
      title: t('table.actions'),
      width: 150,
      render: (_, row) => (
        <OperatorRowActions name={row.title[language]} onChange={() => onChange(row)}>
          <Withdraw notification={row} name={row.title[language]} />
        </OperatorRowActions>
      ),
    },
  ];
  return <PagedTable columns={columns} {...page} />;
}

function times(t: TFunction, { dateTime, number }: Formats): TableColumnsType<PublishedNotification> {
  return [
    {
      title: t('notifications.published'),
      width: 150,
      className: 'numeric',
      render: (_, row) => dateTime(row.publishedAt),
    },
    {
      title: t('notifications.expires'),
      width: 150,
      className: 'numeric',
      render: (_, row) => (row.expiresAt === null ? t('notifications.stays') : dateTime(row.expiresAt)),
    },
    {
      title: t('op.notifications.readers'),
      align: 'right',
      width: 90,
      className: 'numeric',
      render: (_, row) => number(row.readers),
    },
  ];
}

function Withdraw({ notification, name }: { notification: PublishedNotification; name: string }) {
  const { t } = useTexts();
  const { client } = useOperator();
  return (
    <RemoveButton
      label={t('op.notifications.withdraw')}
      fullLabel={t('op.notifications.withdrawNamed', { name })}
      question={t('op.notifications.withdrawTitle')}
      hint={t('op.notifications.withdrawHint')}
      done={t('op.notifications.withdrawn')}
      remove={() => client.call(deleteNotification, { params: { id: notification.id } })}
      refresh={operatorKeys.notifications}
    />
  );
}
