import { defaultContactId, deleteContact, type OperatorContact } from '@parley/contract/support';
import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useRowAct } from '../../entities/operator/use-row-act.ts';
import type { Column, RowAction } from '../../ui/list/description.ts';

// i18n-keys: support.kind.*

/** Columns of the official contacts. */
export function useContactColumns(): readonly Column<OperatorContact>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('support.contacts.name'),
      width: 200,
      render: (row) => (
        <>
          <ForeignText>{row.name || '–'}</ForeignText>
          {row.id === defaultContactId ? (
            <Tag className="after-name">{t('support.contacts.default')}</Tag>
          ) : null}
        </>
      ),
    },
    {
      key: 'kind',
      title: t('support.contacts.kind'),
      width: 110,
      render: (row) => t(`support.kind.${row.kind}`),
    },
    {
      key: 'account',
      sort: 'account',
      title: t('support.contacts.account'),
      width: 180,
      render: (row) => <ForeignText className="code">{row.account || '–'}</ForeignText>,
    },
    {
      key: 'path',
      title: t('support.contacts.path'),
      width: 220,
      render: (row) => <ForeignText className="clip">{row.path || '–'}</ForeignText>,
    },
    {
      key: 'shown',
      title: t('support.contacts.shown'),
      width: 90,
      render: (row) =>
        row.shown ? <Tag color="success">{t('operator.yes')}</Tag> : <Tag>{t('operator.no')}</Tag>,
    },
    {
      key: 'position',
      sort: 'position',
      title: t('support.contacts.position'),
      width: 90,
      align: 'right',
      className: 'numeric',
      render: ({ position }) => position,
    },
  ];
}

/** Returns the actions on a contact. */
export function useContactActions(onChange: (contact: OperatorContact) => void) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.contacts);
  return (contact: OperatorContact): readonly RowAction[] => {
    const { id, name } = contact;
    return [
      {
        key: 'change',
        label: t('operator.change'),
        beside: t('operator.changeNamed', { name }),
        onAct: () => onChange(contact),
      },
      {
        key: 'delete',
        label: t('operator.delete'),
        danger: true,
        confirm: {
          title: t('support.contacts.deleteTitle'),
          description: t(
            id === defaultContactId ? 'support.contacts.deleteDefault' : 'support.contacts.deleteHint',
          ),
        },
        onAct: () => act(() => client.call(deleteContact, { params: { id } }), t('operator.deleted')),
      },
    ];
  };
}
