import { SearchOutlined } from '@ant-design/icons';
import type { ConversationFilter } from '@parley/chat-core';
import { Input, type InputRef } from 'antd';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  filters: Pick<ConversationFilter, 'search'>;
  onChange: (change: Pick<ConversationFilter, 'search'>) => void;
  searchRef: Ref<InputRef>;
};

const settleMs = 250;

export function SearchField({ filters, onChange, searchRef }: Properties) {
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
  // The search was changed elsewhere, e.g. by the empty state's button; this field's own change may arrive during further
  // typing.
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
