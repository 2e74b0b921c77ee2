import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { SearchField } from '../SearchField.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { Filter, ListDescription } from './description.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { SortSelect } from './SortSelect.tsx';
import { ViewMenu } from './ViewMenu.tsx';

type Properties<Row> = { list: ListDescription<Row> };

/** Search, filters, views, columns and the actions on the whole list. */
export function ListTools<Row>({ list }: Properties<Row>) {
  const { search, filters = [] } = list;
  const [open, setOpen] = useState(false);
  const narrow = useNarrow();
  const id = useId();
  const searchable = search !== undefined || filters.length > 0;
  return (
    <>
      <div className="list-tools">
        {search === undefined ? null : <SearchField {...search} />}
        {filters.length === 0 ? null : (
          <FilterButton filters={filters} open={open} id={id} onOpen={() => setOpen(!open)} />
        )}
        {narrow ? <SortSelect list={list} /> : null}
        <span className="grow" />
        {searchable ? <ViewMenu list={list} /> : null}
        <ColumnMenu columns={list.columns} address={list.address} />
        {list.tools}
      </div>
      {open && filters.length > 0 ? (
        <FilterPanel filters={filters} id={id} narrow={narrow} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

type ButtonProperties = { filters: readonly Filter[]; open: boolean; id: string; onOpen: () => void };

function FilterButton({ filters, open, id, onOpen }: ButtonProperties) {
  const { t } = useTranslation();
  const count = filters.filter(({ chosen }) => chosen !== undefined).length;
  return (
    <Button icon={<FilterOutlined aria-hidden />} aria-expanded={open} aria-controls={id} onClick={onOpen}>
      {t('list.filters')}
      {count === 0 ? null : <Badge count={count} color="var(--ant-color-primary)" size="small" />}
    </Button>
  );
}
