import { SearchOutlined } from '@ant-design/icons';
import type { ConversationFilter } from '@parley/chat-core';
import { Input, type InputRef, Segmented } from 'antd';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  filters: ConversationFilter;
  onChange: (change: Partial<ConversationFilter>) => void;
  searchRef: Ref<InputRef>;
};

const settleMs = 250;

/** Search in titles, and the unread filter. */
export function ConversationFilters({ filters, onChange, searchRef }: Properties) {
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
    <search className="desk-filters">
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
      <Segmented
        aria-label={t('conversation.filter')}
        value={filters.unread ? 'unread' : 'all'}
        onChange={(value) => onChange({ unread: value === 'unread' })}
        options={[
          { value: 'all', label: t('conversation.filterAll') },
          { value: 'unread', label: t('conversation.filterUnread') },
        ]}
      />
    </search>
  );
}
