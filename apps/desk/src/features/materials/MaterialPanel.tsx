// i18n-keys: materials.notTaken
// i18n-keys: materials.tooLarge
import './material-panel.css';
import { CloseOutlined } from '@ant-design/icons';
import type { DeskMaterial } from '@parley/contract/materials';
import type { QuickReplyValues } from '@parley/contract/quick-replies';
import { ErrorPanel } from '@parley/ui';
import { Button, Input, Select } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveInSight } from '../../lib/use-list-keys.ts';
import { MaterialOption } from './MaterialOption.tsx';
import { type AcceptedMedia, obstacleOf } from './material-file.ts';
import { useCountUse } from './use-count-use.ts';
import { type MaterialList, useMaterialList } from './use-material-list.ts';

type Properties = {
  media: AcceptedMedia;
  /** The values of the variables in texts. */
  values: QuickReplyValues;
  onPick: (material: DeskMaterial) => void;
  onClose: () => void;
};

const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** The owner's materials above the composer: searched by text and group, picked by keys or a click. */
export function MaterialPanel({ media, values, onPick, onClose }: Properties) {
  const { t } = useTranslation();
  const countUse = useCountUse();
  const listId = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const obstacle = (material: DeskMaterial) => {
    const found = obstacleOf(material, media);
    return found && t(`materials.${found}`);
  };
  const materials = useMaterialList({
    obstacle,
    onClose,
    onPick(material) {
      countUse(material.id);
      onPick(material);
    },
  });
  return (
    <section ref={place} className="desk-materials" aria-label={t('materials.label')}>
      <Head materials={materials} listId={listId} onClose={onClose} />
      <Found materials={materials} listId={listId}>
        {(material, at) => (
          <MaterialOption
            key={material.id}
            id={optionId(listId, at)}
            material={material}
            values={values}
            active={at === materials.active}
            obstacle={obstacle(material)}
            onPick={() => materials.pick(material)}
            onActivate={() => materials.activate(at)}
          />
        )}
      </Found>
    </section>
  );
}

type HeadProperties = { materials: MaterialList; listId: string; onClose: () => void };

function Head({ materials, listId, onClose }: HeadProperties) {
  const { t } = useTranslation();
  const { list, active, search, group, query } = materials;
  const groups = query.data?.groups ?? [];
  return (
    <div className="desk-materials-head">
      <Input
        role="combobox"
        aria-label={t('materials.search')}
        aria-expanded={list.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(list.length > 0 ? { 'aria-activedescendant': optionId(listId, active) } : {})}
        placeholder={t('materials.search')}
        value={search}
        onChange={(event) => materials.find({ search: event.target.value })}
        onKeyDown={materials.press}
      />
      {groups.length === 0 ? null : (
        <Select<string>
          aria-label={t('materials.group')}
          value={group ?? ''}
          popupMatchSelectWidth={false}
          onChange={(next) => materials.find({ group: next || undefined })}
          options={[
            { value: '', label: t('materials.all') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: t('materials.ungrouped') },
          ]}
        />
      )}
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('materials.close')}
        title={t('materials.close')}
        onClick={onClose}
      />
    </div>
  );
}

type FoundProperties = {
  materials: MaterialList;
  listId: string;
  children: (material: DeskMaterial, at: number) => React.ReactNode;
};

function Found({ materials, listId, children }: FoundProperties) {
  const { t } = useTranslation();
  const { list, active, search, group, query } = materials;
  const shown = useActiveInSight(active);
  if (query.isError && query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  if (list.length === 0) {
    const isNarrowed = search.trim() !== '' || group !== undefined;
    const nothing = isNarrowed ? t('materials.noMatch') : t('materials.none');
    return (
      <p className="desk-materials-none" role="status">
        {query.isPending ? t('materials.loading') : nothing}
      </p>
    );
  }
  return (
    <>
      <div
        ref={shown}
        id={listId}
        role="listbox"
        aria-label={t('materials.label')}
        className="desk-materials-list"
      >
        {list.map(children)}
      </div>
      {query.data?.more ? <p className="desk-materials-none">{t('materials.more')}</p> : null}
    </>
  );
}
