import { Checkbox, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListDescription } from './description.ts';
import { RowActions } from './RowActions.tsx';
import { useChoose } from './use-choose.ts';
import type { Confirm } from './use-confirmation.tsx';

type Properties<Row> = { list: ListDescription<Row>; rows: readonly Row[]; confirm: Confirm };

/** The rows on a phone, where columns don't fit: each a card with its title, fields and actions. */
export function ListCards<Row>({ list, rows, confirm }: Properties<Row>) {
  return (
    <Spin spinning={list.rows.query.isPlaceholderData}>
      <PageBox list={list} rows={rows} />
      <ul className="list-cards" aria-label={list.title}>
        {rows.map((row) => (
          <Card key={list.rowKey(row)} list={list} row={row} confirm={confirm} />
        ))}
      </ul>
    </Spin>
  );
}

/** The checkbox for all rows of the page. */
function PageBox<Row>({ list, rows }: Omit<Properties<Row>, 'confirm'>) {
  const { t } = useTranslation();
  const choose = useChoose(list);
  const { batch, rowKey } = list;
  if (batch === undefined) return null;
  const possible = rows.filter((row) => batch.obstacle?.(row) === undefined);
  const chosen = possible.filter((row) => batch.selection.rows.has(rowKey(row)));
  const all = possible.length > 0 && chosen.length === possible.length;
  return (
    <Checkbox
      className="select-page"
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      disabled={possible.length === 0}
      onChange={(event) => choose(possible, event.target.checked)}
    >
      {t('list.selectPage')}
    </Checkbox>
  );
}

type CardProperties<Row> = { list: ListDescription<Row>; row: Row; confirm: Confirm };

function Card<Row>({ list, row, confirm }: CardProperties<Row>) {
  const { columns, address, rowActions, rowName } = list;
  const [title, ...others] = columns;
  const { hidden } = address.settings;
  const fields = others.filter(({ key, minor }) => !(minor || hidden.includes(key)));
  return (
    <li className="panel list-card">
      <div className="list-card-head">
        <CardBox list={list} row={row} />
        <div className="list-card-title">{title?.render(row)}</div>
      </div>
      <dl>
        {fields.map(({ key, title: name, className, render }) => (
          <div key={key}>
            <dt className="quiet">{name}</dt>
            <dd className={className}>{render(row)}</dd>
          </div>
        ))}
      </dl>
      {rowActions === undefined ? null : (
        <RowActions name={rowName(row)} actions={rowActions(row)} confirm={confirm} />
      )}
    </li>
  );
}

function CardBox<Row>({ list, row }: Omit<CardProperties<Row>, 'confirm'>) {
  const { t } = useTranslation();
  const choose = useChoose(list);
  const { batch, rowKey, rowName } = list;
  if (batch === undefined) return null;
  const obstacle = batch.obstacle?.(row);
  return (
    <Checkbox
      checked={batch.selection.rows.has(rowKey(row))}
      disabled={obstacle !== undefined}
      title={obstacle ?? ''}
      aria-label={t('list.selectNamed', { name: rowName(row) })}
      onChange={(event) => choose([row], event.target.checked)}
    />
  );
}
