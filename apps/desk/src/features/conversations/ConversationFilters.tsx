// i18n-keys: conversation.view.*
import type { ConversationFilter } from '@parley/chat-core';
import type { PlatformId } from '@parley/contract/catalogues';
import type { ConversationView } from '@parley/contract/conversations';
import { type InputRef, Segmented } from 'antd';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from './count-text.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { FilterTags } from './FilterTags.tsx';
import { SearchField } from './SearchField.tsx';

type Properties = {
  filters: ConversationFilter;
  onChange: (change: Partial<ConversationFilter>) => void;
  searchRef: Ref<InputRef>;
  /** The platforms of the social accounts. */
  platformIds: readonly PlatformId[];
  /** Undefined while unknown. */
  counts: { waiting: number; snoozed: number } | undefined;
  onHandedOver: () => void;
};

const views = ['open', 'waiting', 'snoozed', 'closed'] as const satisfies ConversationView[];

/** Search, views and filters of the list. */
export const ConversationFilters = memo(function ConversationFilters(properties: Properties) {
  const { filters, onChange, searchRef, platformIds, counts, onHandedOver } = properties;
  const { t } = useTranslation();
  const nameOf = (view: ConversationView) => {
    const count = view === 'waiting' || view === 'snoozed' ? (counts?.[view] ?? 0) : 0;
    const name = t(`conversation.view.${view}`);
    return count === 0 ? name : `${name} ${countText(count)}`;
  };
  return (
    <search className="desk-filters">
      <div className="desk-filters-line">
        <SearchField filters={filters} onChange={onChange} searchRef={searchRef} />
        <FilterMenu
          filters={filters}
          onChange={onChange}
          platformIds={platformIds}
          onHandedOver={onHandedOver}
        />
      </div>
      <Segmented
        block
        size="small"
        aria-label={t('conversation.views')}
        value={filters.view === 'all' ? 'open' : filters.view}
        onChange={(view) => onChange({ view })}
        options={views.map((view) => ({ value: view, label: nameOf(view) }))}
      />
      <FilterTags filters={filters} onChange={onChange} />
    </search>
  );
});
