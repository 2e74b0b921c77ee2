import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { ForeignText } from '@parley/ui';
import { Button, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type ListPart, paramsOf, without } from './description.ts';
import { type SavedView, viewLimit, viewName, viewNameLimit } from './stored-tables.ts';

type Properties = { list: ListPart; onClose: () => void };

/** Applies, renames and deletes the saved views of a list, and saves the current state as a view. */
export function SavedViews({ list, onClose }: Properties) {
  const { t } = useTranslation();
  const { settings, changeSettings, setFilters } = list.address;
  const { views, hidden } = settings;
  const [query] = useSearchParams();
  const place = useRef<HTMLDivElement>(null);
  const params = paramsOf(list);
  const change = (next: readonly SavedView[]) => changeSettings({ views: next });
  const apply = (view: SavedView) => {
    // Drops parameters saved by another version that this list no longer has.
    const known = Object.entries(view.query).filter(([name]) => params.includes(name));
    setFilters({ ...without(params), ...Object.fromEntries(known) });
    changeSettings({ hidden: view.hidden });
    onClose();
  };
  const save = (name: string) => {
    const present = params.flatMap((one) => {
      const value = query.get(one);
      return value === null ? [] : [[one, value]];
    });
    change([...views, { name, query: Object.fromEntries(present), hidden }]);
  };
  return (
    <div className="saved-views" ref={place} tabIndex={-1}>
      {views.length === 0 ? <p className="quiet">{t('list.noViews')}</p> : null}
      <ul aria-label={t('list.views')}>
        {views.map((view) => (
          <ViewLine
            key={view.name}
            view={view}
            taken={views.map(({ name }) => name)}
            onApply={() => apply(view)}
            onRename={(name) => change(views.map((one) => (one === view ? { ...view, name } : one)))}
            onDelete={() => {
              change(views.filter((one) => one !== view));
              place.current?.focus();
            }}
          />
        ))}
      </ul>
      {views.length >= viewLimit ? (
        <p className="quiet">{t('list.viewLimit', { max: viewLimit })}</p>
      ) : (
        <NameForm
          key={views.length}
          label={t('list.newView')}
          button={t('list.saveView')}
          taken={views.map(({ name }) => name)}
          onName={save}
        />
      )}
    </div>
  );
}

type LineProperties = {
  view: SavedView;
  taken: readonly string[];
  onApply: () => void;
  onRename: (name: string) => void;
  onDelete: () => void;
};

function ViewLine({ view: { name }, taken, onApply, onRename, onDelete }: LineProperties) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <li>
        <NameForm
          label={t('list.renameView', { name })}
          button={t('list.rename')}
          start={name}
          taken={taken.filter((one) => one !== name)}
          onName={(next) => {
            setRenaming(false);
            onRename(next);
          }}
        />
      </li>
    );
  }
  return (
    <li className="saved-view">
      <Button type="text" aria-label={t('list.applyView', { name })} onClick={onApply}>
        <ForeignText className="clip">{name}</ForeignText>
      </Button>
      <Button
        type="text"
        icon={<EditOutlined aria-hidden />}
        aria-label={t('list.renameView', { name })}
        onClick={() => setRenaming(true)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('list.deleteView', { name })}
        onClick={onDelete}
      />
    </li>
  );
}

type FormProperties = {
  label: string;
  button: string;
  start?: string;
  /** Names of the other views. */
  taken: readonly string[];
  onName: (name: string) => void;
};

function NameForm({ label, button, start = '', taken, onName }: FormProperties) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(start);
  const name = viewName(typed);
  const isTaken = name !== undefined && taken.includes(name);
  return (
    <Form className="view-name" onFinish={() => (name === undefined || isTaken ? undefined : onName(name))}>
      <Form.Item
        {...(isTaken ? { validateStatus: 'error', help: t('list.viewTaken') } : {})}
        style={{ flex: 1, marginBlockEnd: 0 }}
      >
        <Input
          aria-label={label}
          placeholder={label}
          autoFocus={start !== ''}
          count={{ max: viewNameLimit, strategy: (text) => [...text].length, exceedFormatter: cut }}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Form.Item>
      <Button htmlType="submit" disabled={name === undefined || isTaken}>
        {button}
      </Button>
    </Form>
  );
}

const cut = (text: string, { max }: { max: number }) => [...text].slice(0, max).join('');
