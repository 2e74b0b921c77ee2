import { CloseOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListDescription } from './description.ts';
import { without } from './description.ts';

type Properties<Row> = {
  list: ListDescription<Row>;
  /** Called when a tag, which may have had the focus, has been unmounted. */
  onGone: () => void;
};

/** The active filters, each with a button that removes it. */
export function FilterTags<Row>({ list: { filters = [], address }, onGone }: Properties<Row>) {
  const { t } = useTranslation();
  const active = filters.filter(({ chosen }) => chosen !== undefined);
  if (active.length === 0) return null;
  const clear = (params: readonly string[]) => {
    address.setFilters(without(params));
    onGone();
  };
  return (
    <ul className="filter-tags" aria-label={t('list.activeFilters')}>
      {active.map(({ key, label, chosen, params }) => (
        <li key={key}>
          <Tag variant="filled">
            <span className="quiet">{label}</span> {chosen}
            <button
              type="button"
              aria-label={t('list.removeFilter', { label })}
              onClick={() => clear(params)}
            >
              <CloseOutlined aria-hidden />
            </button>
          </Tag>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={() => clear(active.flatMap(({ params }) => params))}>
          {t('list.clearFilters')}
        </Button>
      </li>
    </ul>
  );
}
