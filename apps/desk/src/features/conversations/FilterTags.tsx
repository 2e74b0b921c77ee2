// i18n-keys: conversation.kind.*
import type { ConversationFilter } from '@parley/chat-core';
import { platforms } from '@parley/contract/catalogues';
import type { DeskFanTag } from '@parley/contract/conversations';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { conversationFanTagsQuery } from './conversation-queries.ts';
import { FanTagName } from './FanTagName.tsx';

type Properties = {
  filters: ConversationFilter;
  onChange: (change: Partial<ConversationFilter>) => void;
};
type Chosen = { key: string; name: string; tag?: DeskFanTag; off: Partial<ConversationFilter> };

function useChosenTags({ tagIds }: ConversationFilter): Chosen[] {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { data } = useQuery({ ...conversationFanTagsQuery(client), enabled: tagIds.length > 0 });
  return tagIds.map((id) => {
    const tag = data?.find((one) => one.id === id);
    const name = tag?.name ?? (data === undefined ? '…' : t('conversation.tagGone'));
    const off = { tagIds: tagIds.filter((one) => one !== id) };
    return { key: id, name, ...(tag && { tag }), off };
  });
}

/** The chosen filters as removable tags. */
export function FilterTags({ filters, onChange }: Properties) {
  const { t, i18n } = useTranslation();
  const { view, unread, platform, kind } = filters;
  const language = interfaceLanguageOf(i18n.language);
  const tags = useChosenTags(filters);
  const chosen: Chosen[] = [
    ...(view === 'archived'
      ? [{ key: 'view', name: t('conversation.view.archived'), off: { view: 'open' as const } }]
      : []),
    ...(unread ? [{ key: 'unread', name: t('conversation.filterUnread'), off: { unread: false } }] : []),
    ...(kind === null ? [] : [{ key: 'kind', name: t(`conversation.kind.${kind}`), off: { kind: null } }]),
    ...(platform === null
      ? []
      : [{ key: 'platform', name: platforms[platform].names[language], off: { platform: null } }]),
    ...tags,
  ];
  if (chosen.length === 0) return null;
  return (
    <ul className="desk-filter-tags" aria-label={t('conversation.filters')}>
      {chosen.map(({ key, name, tag, off }) => (
        <li key={key}>
          <Tag
            closable={{ 'aria-label': t('conversation.filterOff', { name }) }}
            onClose={(event) => {
              // Keep the tag until its filter is removed: the address may not change at once.
              event.preventDefault();
              focusBeside(event.currentTarget);
              onChange(off);
            }}
          >
            {tag === undefined ? <bdi>{name}</bdi> : <FanTagName tag={tag} />}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus to the next filter's button, or to the menu's, before the filter's button is removed. */
function focusBeside(button: Element): void {
  const filter = button.closest('li');
  const other = filter?.nextElementSibling ?? filter?.previousElementSibling ?? null;
  const inOther = other?.querySelector<HTMLElement>('[role="button"]');
  const place = inOther ?? filter?.closest('search')?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  place?.focus();
}
