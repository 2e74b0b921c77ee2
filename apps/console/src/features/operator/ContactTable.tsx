import { defaultContactId, deleteContact, type KeptContact } from '@parley/contract/support';
import { ForeignText } from '@parley/ui';
import { type TableColumnsType, Tag } from 'antd';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { OperatorRowActions } from './OperatorRowActions.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useTexts } from './texts.ts';

// i18n-keys: support.kind.*

type Properties = { page: Paged<KeptContact>; onChange: (contact: KeptContact) => void };

/** Every official contact, in the order in which owners see them. */
export function ContactTable({ page, onChange }: Properties) {
  const { t } = useTexts();
  const columns: TableColumnsType<KeptContact> = [
    {
      title: t('op.contacts.name'),
      width: 200,
      render: (_, row) => (
        <>
          <ForeignText>{row.name}</ForeignText>
          {row.id === defaultContactId ? <Tag className="after-name">{t('op.contacts.default')}</Tag> : null}
        </>
      ),
    },
    { title: t('op.contacts.kind'), width: 110, render: (_, row) => t(`support.kind.${row.kind}`) },
    {
      title: t('op.contacts.account'),
      width: 180,
      render: (_, row) => <ForeignText className="code">{row.account}</ForeignText>,
    },
    {
      title: t('op.contacts.path'),
      width: 220,
      render: (_, row) => <ForeignText className="clip">{row.path}</ForeignText>,
    },
    {
      title: t('op.contacts.shown'),
      width: 90,
      render: (_, row) => (row.shown ? <Tag color="success">{t('op.yes')}</Tag> : <Tag>{t('op.no')}</Tag>),
    },
    {
      title: t('op.contacts.position'),
      width: 90,
      align: 'right',
      className: 'numeric',
      dataIndex: 'position',
    },
    {
      title: t('table.actions'),
      width: 150,
      render: (_, row) => (
        <OperatorRowActions name={row.name} onChange={() => onChange(row)}>
          <Delete contact={row} />
        </OperatorRowActions>
      ),
    },
  ];
  return <PagedTable columns={columns} {...page} />;
}

function Delete({ contact: { id, name } }: { contact: KeptContact }) {
  const { t } = useTexts();
  const { client } = useOperator();
  return (
    <RemoveButton
      label={t('op.delete')}
      fullLabel={t('op.deleteNamed', { name })}
      question={t('op.contacts.deleteTitle')}
      hint={t(id === defaultContactId ? 'op.contacts.deleteDefault' : 'op.contacts.deleteHint')}
      done={t('op.deleted')}
      remove={() => client.call(deleteContact, { params: { id } })}
      refresh={operatorKeys.contacts}
    />
  );
}
