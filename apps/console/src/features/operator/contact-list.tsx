import { defaultContactId, deleteContact, type KeptContact } from '@parley/contract/support';
import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useRowAct } from './use-row-act.ts';

// i18n-keys: support.kind.*

/** Every official contact, in the order in which owners see them. */
export function useContactColumns(): readonly Column<KeptContact>[] {
  const { t } = useTexts();
  return [
    {
      key: 'name',
      title: t('op.contacts.name'),
      width: 200,
      render: (row) => (
        <>
          <ForeignText>{row.name}</ForeignText>
          {row.id === defaultContactId ? <Tag className="after-name">{t('op.contacts.default')}</Tag> : null}
        </>
      ),
    },
    {
      key: 'kind',
      title: t('op.contacts.kind'),
      width: 110,
      render: (row) => t(`support.kind.${row.kind}`),
    },
    {
      key: 'account',
      title: t('op.contacts.account'),
      width: 180,
      render: (row) => <ForeignText className="code">{row.account}</ForeignText>,
    },
    {
      key: 'path',
      title: t('op.contacts.path'),
      width: 220,
      render: (row) => <ForeignText className="clip">{row.path}</ForeignText>,
    },
    {
      key: 'shown',
      title: t('op.contacts.shown'),
      width: 90,
      render: (row) => (row.shown ? <Tag color="success">{t('op.yes')}</Tag> : <Tag>{t('op.no')}</Tag>),
    },
    {
      key: 'position',
      title: t('op.contacts.position'),
      width: 90,
      align: 'right',
      className: 'numeric',
      render: ({ position }) => position,
    },
  ];
}

/** Returns what can be done with a contact. */
export function useContactActions(onChange: (contact: KeptContact) => void) {
  const { t } = useTexts();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.contacts);
  return (contact: KeptContact): readonly RowAction[] => {
    const { id, name } = contact;
    return [
      {
        key: 'change',
        label: t('op.change'),
        beside: t('op.changeNamed', { name }),
        onAct: () => onChange(contact),
      },
      {
        key: 'delete',
        label: t('op.delete'),
        danger: true,
        confirm: {
          title: t('op.contacts.deleteTitle'),
          description: t(id === defaultContactId ? 'op.contacts.deleteDefault' : 'op.contacts.deleteHint'),
        },
        onAct: () => act(() => client.call(deleteContact, { params: { id } }), t('op.deleted')),
      },
    ];
  };
}
