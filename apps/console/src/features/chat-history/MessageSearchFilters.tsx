import { foundKind } from '@parley/contract/conversations';
import { useAllowClear } from '@parley/ui';
import { Select, Tag } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenDay } from '../../lib/calendar.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { DayPicker } from '../../ui/DayPicker.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { TimeZoneLink } from '../../ui/TimeZoneLink.tsx';
import { ExportMessages } from './ExportMessages.tsx';
import { type HistoryFilters, messageSearch } from './queries.ts';

type Properties = { filters: HistoryFilters; onFilter: (patch: FilterPatch) => void };

/** The filters of a message search, besides social account and sub-account. */
export function MessageSearchFilters({ filters, onFilter }: Properties) {
  const { t } = useTranslation();
  const clear = useAllowClear();
  const search = useCallback((text: string | undefined) => onFilter({ text }), [onFilter]);
  const today = useOpenDay();
  return (
    <>
      <SearchField value={filters.text} onSearch={search} label={t('chatHistory.searchMessages')} />
      {filters.within === undefined ? null : (
        <Tag closable onClose={() => onFilter({ within: undefined })}>
          {t('chatHistory.within')}
        </Tag>
      )}
      <Select
        allowClear={clear}
        aria-label={t('chatHistory.direction.label')}
        placeholder={t('chatHistory.direction.label')}
        value={filters.direction ?? null}
        onChange={(direction) => onFilter({ direction: direction ?? undefined })}
        options={[
          { value: 'in', label: t('chatHistory.direction.in') },
          { value: 'out', label: t('chatHistory.direction.out') },
        ]}
      />
      <Select
        allowClear={clear}
        aria-label={t('chatHistory.kind.label')}
        placeholder={t('chatHistory.kind.label')}
        value={filters.kind ?? null}
        onChange={(kind) => onFilter({ kind: kind ?? undefined })}
        options={foundKind.options.map((kind) => ({
          value: kind,
          label: kind === 'text' ? t('chatHistory.kind.text') : t(`ui:chat.attachment.${kind}`),
        }))}
      />
      <DayPicker from={filters.from} to={filters.to} onDays={onFilter} today={today} />
      <div className="found-tools">
        <TimeZoneLink />
        <ExportMessages search={messageSearch(filters)} label={t('chatHistory.exportFound')} />
      </div>
    </>
  );
}
// i18n-keys: chat.attachment.*
