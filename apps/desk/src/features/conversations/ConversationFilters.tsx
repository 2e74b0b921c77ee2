// i18n-keys: conversation.view.*
import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import type { ConversationFilter } from '@parley/chat-core';
import { type PlatformId, platforms } from '@parley/contract/catalogues';
import { type ConversationView, mostCounted } from '@parley/contract/conversations';
import { interfaceLanguageOf } from '@parley/ui';
import { Button, Dropdown, Input, type InputRef, type MenuProps, Segmented, Tag } from 'antd';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  filters: ConversationFilter;
  onChange: (change: Partial<ConversationFilter>) => void;
  searchRef: Ref<InputRef>;
  /** The platforms of the social accounts. */
  platformIds: readonly PlatformId[];
  /** Undefined: not known yet. */
  counts: { waiting: number; snoozed: number } | undefined;
};

const settleMs = 250;
const views = ['open', 'waiting', 'snoozed', 'closed'] as const satisfies ConversationView[];

function SearchField({
  filters,
  onChange,
  searchRef,
}: Pick<Properties, 'filters' | 'onChange' | 'searchRef'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(filters.search);
  const asked = useRef(filters.search);
  const search = useEffectEvent((value: string) => {
    if (value === filters.search) return;
    asked.current = value;
    onChange({ search: value });
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Changed from elsewhere, e.g. by the empty state's button; this field's own search may return while more is typed.
  useEffect(() => {
    if (filters.search !== asked.current) setText(filters.search);
    asked.current = filters.search;
  }, [filters.search]);

  return (
    <Input
      ref={searchRef}
      type="search"
      value={text}
      maxLength={100}
      allowClear
      prefix={<SearchOutlined />}
      aria-label={t('conversation.search')}
      aria-keyshortcuts="/ Control+K"
      placeholder={t('conversation.search')}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function FilterMenu({
  filters,
  onChange,
  platformIds,
}: Pick<Properties, 'filters' | 'onChange' | 'platformIds'>) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const language = interfaceLanguageOf(i18n.language);
  const items = [
    { key: 'unread', label: t('conversation.filterUnread') },
    ...(platformIds.length < 2
      ? []
      : [
          {
            key: 'platforms',
            type: 'group' as const,
            label: t('conversation.filterPlatform'),
            children: platformIds.map((id) => ({ key: id, label: platforms[id].names[language] })),
          },
        ]),
  ];
  const selectedKeys = [
    ...(filters.unread ? ['unread'] : []),
    ...(filters.platform === null ? [] : [filters.platform]),
  ];
  const onClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'unread') return onChange({ unread: !filters.unread });
    const platform = platformIds.find((id) => id === key) ?? null;
    // A second choice of the same one takes it back.
    onChange({ platform: platform === filters.platform ? null : platform });
  };
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{ items, onClick, selectable: true, multiple: true, selectedKeys }}
    >
      <Button
        icon={<FilterOutlined aria-hidden />}
        aria-label={t('conversation.filter')}
        title={t('conversation.filter')}
        aria-haspopup="menu"
        aria-expanded={open}
      />
    </Dropdown>
  );
}

/** The chosen filters, each to be taken off. */
function FilterTags({ filters, onChange }: Pick<Properties, 'filters' | 'onChange'>) {
  const { t, i18n } = useTranslation();
  const { unread, platform } = filters;
  if (!unread && platform === null) return null;
  const tag = (name: string, off: Partial<ConversationFilter>) => (
    <li>
      <Tag closable={{ 'aria-label': t('conversation.filterOff', { name }) }} onClose={() => onChange(off)}>
        {name}
      </Tag>
    </li>
  );
  return (
    <ul className="desk-filter-tags" aria-label={t('conversation.filters')}>
      {unread ? tag(t('conversation.filterUnread'), { unread: false }) : null}
      {platform === null
        ? null
        : tag(platforms[platform].names[interfaceLanguageOf(i18n.language)], { platform: null })}
    </ul>
  );
}

/** Search, views and filters of the list. */
export function ConversationFilters({ filters, onChange, searchRef, platformIds, counts }: Properties) {
  const { t } = useTranslation();
  const nameOf = (view: ConversationView) => {
    const count = view === 'waiting' || view === 'snoozed' ? (counts?.[view] ?? 0) : 0;
    const shown = count >= mostCounted ? `${mostCounted - 1}+` : String(count);
    return count === 0 ? t(`conversation.view.${view}`) : `${t(`conversation.view.${view}`)} ${shown}`;
  };
  return (
    <search className="desk-filters">
      <div className="desk-filters-line">
        <SearchField filters={filters} onChange={onChange} searchRef={searchRef} />
        <FilterMenu filters={filters} onChange={onChange} platformIds={platformIds} />
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
}
