import { deleteNotification, type PublishedNotification } from '@parley/contract/notifications';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useRowAct } from './use-row-act.ts';

type NotificationColumns = readonly Column<PublishedNotification>[];

/** Everything that was published, with how many have read it. */
export function useNotificationColumns(): NotificationColumns {
  const { t, i18n } = useTexts();
  const language = interfaceLanguageOf(i18n.language);
  return [
    {
      key: 'title',
      title: t('notifications.title'),
      width: 260,
      render: (row) => <ForeignText>{row.title[language]}</ForeignText>,
    },
    {
      key: 'level',
      title: t('notifications.level'),
      width: 90,
      render: (row) => <NoticeLevel level={row.level} />,
    },
    {
      key: 'for',
      title: t('op.notifications.for'),
      width: 190,
      render: ({ ownerEmail }) =>
        ownerEmail === null ? t('op.notifications.everybody') : <ForeignText>{ownerEmail}</ForeignText>,
    },
    ...useTimes(),
  ];
}

function useTimes(): NotificationColumns {
  const { t } = useTexts();
  const { dateTime, number } = useFormats();
  return [
    {
      key: 'published',
      title: t('notifications.published'),
      width: 150,
      className: 'numeric',
      render: (row) => dateTime(row.publishedAt),
    },
    {
      key: 'expires',
      title: t('notifications.expires'),
      width: 150,
      className: 'numeric',
      render: (row) => (row.expiresAt === null ? t('notifications.stays') : dateTime(row.expiresAt)),
    },
    {
      key: 'readers',
      title: t('op.notifications.readers'),
      align: 'right',
      width: 90,
      className: 'numeric',
      render: (row) => number(row.readers),
    },
  ];
}

/** Returns what can be done with a notification. */
export function useNotificationActions(onChange: (notification: PublishedNotification) => void) {
  const { t, i18n } = useTexts();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.notifications);
  return (notification: PublishedNotification): readonly RowAction[] => {
    const { id } = notification;
    const name = notification.title[interfaceLanguageOf(i18n.language)];
    return [
      {
        key: 'change',
        label: t('op.change'),
        beside: t('op.changeNamed', { name }),
        onAct: () => onChange(notification),
      },
      {
        key: 'withdraw',
        label: t('op.notifications.withdraw'),
        danger: true,
        confirm: {
          title: t('op.notifications.withdrawTitle'),
          description: t('op.notifications.withdrawHint'),
        },
        onAct: () =>
          act(() => client.call(deleteNotification, { params: { id } }), t('op.notifications.withdrawn')),
      },
    ];
  };
}
