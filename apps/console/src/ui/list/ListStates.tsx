import { EmptyState, ErrorPanel } from '@parley/ui';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { isNarrowed, type ListDescription, paramsOf, without } from './description.ts';

export const Loading = () => <Skeleton active paragraph={{ rows: 8 }} />;

export function Failed<Row>({ list: { rows } }: { list: ListDescription<Row> }) {
  return <ErrorPanel problem={rows.query.error} onRetry={() => void rows.query.refetch()} />;
}

/** The empty state: nothing matches, or there are no records at all. */
export function Empty<Row>({ list }: { list: ListDescription<Row> }) {
  const { t } = useTranslation();
  const { none, action, address } = list;
  if (!isNarrowed(list)) {
    return (
      <div className="panel">
        <EmptyState title={none.title} hint={none.hint} action={none.action ?? action} />
      </div>
    );
  }
  const names = paramsOf(list).filter((name) => name !== 'sort');
  return (
    <div className="panel">
      <EmptyState
        title={t('list.nothingFound')}
        hint={t('list.nothingFoundHint')}
        action={<Button onClick={() => address.setFilters(without(names))}>{t('list.clearFilters')}</Button>}
      />
    </div>
  );
}
