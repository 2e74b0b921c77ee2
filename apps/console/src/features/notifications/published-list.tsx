import { deleteNotification, type PublishedNotification } from '@parley/contract/notifications';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useRowAct } from '../../entities/operator/use-row-act.ts';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { useInZone } from '../../ui/use-in-zone.ts';

type NotificationColumns = readonly Column<PublishedNotification>[];

/** All published notifications, with the number of readers. */
export function useNotificationColumns(): NotificationColumns {
  const { t, i18n } = useTranslation();
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
      title: t('notifications.publishing.for'),
      width: 190,
      render: ({ ownerEmail }) =>
        ownerEmail === null ? (
          t('notifications.publishing.everybody')
        ) : (
          <ForeignText>{ownerEmail}</ForeignText>
        ),
    },
    ...useTimes(),
  ];
}

function useTimes(): NotificationColumns {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const inZone = useInZone();
  return [
    {
      key: 'published',
      title: inZone(t('notifications.published')),
      width: 150,
      className: 'numeric',
      render: (row) => dateTime(row.publishedAt),
    },
    {
      key: 'expires',
      title: inZone(t('notifications.expires')),
      width: 150,
      className: 'numeric',
      render: (row) => (row.expiresAt === null ? t('notifications.stays') : dateTime(row.expiresAt)),
    },
    {
      key: 'readers',
      title: t('notifications.publishing.readers'),
      align: 'right',
      width: 90,
      className: 'numeric',
      render: (row) => number(row.readers),
    },
  ];
}

/** Returns the actions on a published notification. */
export function useNotificationActions(onChange: (notification: PublishedNotification) => void) {
  const { t, i18n } = useTranslation();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.notifications);
  return (notification: PublishedNotification): readonly RowAction[] => {
    const { id } = notification;
    const name = notification.title[interfaceLanguageOf(i18n.language)];
    return [
      {
        key: 'change',
        label: t('operator.change'),
        beside: t('operator.changeNamed', { name }),
        onAct: () => onChange(notification),
      },
      {
        key: 'withdraw',
        label: t('notifications.publishing.withdraw'),
        danger: true,
        confirm: {
          title: t('notifications.publishing.withdrawTitle'),
          description: t('notifications.publishing.withdrawHint'),
        },
        onAct: () =>
          act(
            () => client.call(deleteNotification, { params: { id } }),
            t('notifications.publishing.withdrawn'),
          ),
      },
    ];
  };
}
