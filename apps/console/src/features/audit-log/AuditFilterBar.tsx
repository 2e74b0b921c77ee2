import { auditActions, auditActorNames } from '@parley/contract/audit';
import { interfaceLanguageOf, useClear } from '@parley/ui';
import { Select } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { type AuditFilters, actions, actorKinds, isAddress } from './queries.ts';

type Properties = {
  filters: AuditFilters;
  /** Changes the address; the same function at each render. */
  onChange: (patch: FilterPatch) => void;
};

/** Narrows the log by who, what, about what and from where. */
export function AuditFilterBar({ filters, onChange }: Properties) {
  const clear = useClear();
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const actor = useCallback((text: string | undefined) => onChange({ actor: text }), [onChange]);
  const object = useCallback((text: string | undefined) => onChange({ object: text }), [onChange]);
  const address = useCallback((text: string | undefined) => onChange({ address: text }), [onChange]);
  const choice = { allowClear: clear, className: 'filter-wide' } as const;
  return (
    <>
      <Select
        {...choice}
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('audit.action')}
        placeholder={t('audit.action')}
        popupMatchSelectWidth={false}
        value={filters.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
        options={actions.map((value) => ({ value, label: auditActions[value][language] }))}
      />
      <Select
        {...choice}
        aria-label={t('audit.actorKind')}
        placeholder={t('audit.actorKind')}
        value={filters.actorKind ?? null}
        onChange={(actorKind) => onChange({ actorKind: actorKind ?? undefined })}
        options={actorKinds.map((value) => ({ value, label: auditActorNames[value][language] }))}
      />
      <SearchField value={filters.actor} onSearch={actor} label={t('audit.actorFilter')} />
      <SearchField value={filters.object} onSearch={object} label={t('audit.objectFilter')} />
      <SearchField
        value={filters.address}
        onSearch={address}
        label={t('audit.addressFilter')}
        accepts={isAddress}
        problem={t('audit.addressWrong')}
      />
    </>
  );
}
