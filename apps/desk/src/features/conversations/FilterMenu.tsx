// i18n-keys: conversation.kind.*
import { FilterOutlined } from '@ant-design/icons';
import type { ConversationFilter } from '@parley/chat-core';
import { type PlatformId, platforms } from '@parley/contract/catalogues';
import { type DeskFanTag, maxFilterTags } from '@parley/contract/conversations';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { conversationFanTagsQuery } from './conversation-queries.ts';
import { countText } from './count-text.ts';
import { FanTagName } from './FanTagName.tsx';

type Properties = {
  filters: ConversationFilter;
  onChange: (change: Partial<ConversationFilter>) => void;
  /** The platforms of the social accounts. */
  platformIds: readonly PlatformId[];
  /** Shows the conversations that others work on for this sub-account. */
  onHandedOver: () => void;
};

type Items = NonNullable<MenuProps['items']>;

const kinds = ['private', 'group'] as const;

function kindItems(t: (key: string) => string): Items {
  const children = kinds.map((key) => ({ key, label: t(`conversation.kind.${key}`) }));
  return [{ key: 'kinds', type: 'group', label: t('conversation.filterKind'), children }];
}

function usePlatformItems(platformIds: readonly PlatformId[]): Items {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  if (platformIds.length < 2) return [];
  const children = platformIds.map((id) => ({ key: id, label: platforms[id].names[language] }));
  return [{ key: 'platforms', type: 'group', label: t('conversation.filterPlatform'), children }];
}

/** @param wanted false while the menu is closed, when nothing is requested */
function useTagItems(chosen: readonly string[], wanted: boolean): { items: Items; retry: () => void } {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { data, isPending, isError, refetch } = useQuery({
    ...conversationFanTagsQuery(client),
    enabled: wanted,
  });
  const isFull = chosen.length >= maxFilterTags;
  const itemOf = ({ open, ...tag }: DeskFanTag) => ({
    key: tag.id,
    label: <FanTagName tag={tag} />,
    extra: countText(open),
    title: t('conversation.tagOpen', { count: open }),
    disabled: isFull && !chosen.includes(tag.id),
  });
  const children = data
    ? data.map(itemOf)
    : isError
      ? [{ key: 'retry', label: t('conversation.tagsFailed') }]
      : isPending
        ? [{ key: 'loading', label: t('loading'), disabled: true }]
        : [];
  const group = { key: 'tags', type: 'group' as const, label: t('conversation.filterTags'), children };
  return { items: children.length === 0 ? [] : [group], retry: () => void refetch() };
}

/** The keys of the chosen filters in the menu. */
const keysOf = ({ view, unread, kind, platform, tagIds }: ConversationFilter) => [
  ...(view === 'archived' ? ['archived'] : []),
  ...(unread ? ['unread'] : []),
  ...(kind === null ? [] : [kind]),
  ...(platform === null ? [] : [platform]),
  ...tagIds,
];

/** Returns the change that a choice makes, and whether the menu stays open; choosing the same entry again reverts it. */
function changeBy(
  key: string,
  { view, unread, kind, platform, tagIds }: ConversationFilter,
  platformIds: readonly PlatformId[],
): { change: Partial<ConversationFilter>; stays: boolean } {
  if (key === 'archived')
    return { change: { view: view === 'archived' ? 'open' : 'archived' }, stays: false };
  if (key === 'unread') return { change: { unread: !unread }, stays: false };
  const chosenKind = kinds.find((one) => one === key);
  if (chosenKind) return { change: { kind: chosenKind === kind ? null : chosenKind }, stays: false };
  const chosen = platformIds.find((id) => id === key);
  if (chosen) return { change: { platform: chosen === platform ? null : chosen }, stays: false };
  const others = tagIds.filter((id) => id !== key);
  return { change: { tagIds: others.length < tagIds.length ? others : [...tagIds, key] }, stays: true };
}

/** The filter menu, opened by a button or the key F. It stays open while tags are chosen. */
export function FilterMenu({ filters, onChange, platformIds, onHandedOver }: Properties) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The focus is in the menu, and would be lost when it closes.
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useHotkeys({ F: () => setOpen(true) });
  const tags = useTagItems(filters.tagIds, open);
  const items: Items = [
    { key: 'unread', label: t('conversation.filterUnread') },
    ...kindItems(t),
    ...usePlatformItems(platformIds),
    ...tags.items,
    { type: 'divider' },
    { key: 'archived', label: t('conversation.view.archived') },
    { key: 'handed-over', label: t('handOver.awayAct') },
  ];
  const selectedKeys = keysOf(filters);
  const onClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'retry') return tags.retry();
    if (key === 'handed-over') {
      close();
      return onHandedOver();
    }
    const { change, stays } = changeBy(key, filters, platformIds);
    if (!stays) close();
    onChange(change);
  };
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      open={open}
      onOpenChange={(next, { source }) => {
        if (source === 'menu') return;
        if (next) setOpen(true);
        else close();
      }}
      classNames={{ root: 'desk-filter-menu' }}
      menu={{ items, onClick, selectable: true, multiple: true, selectedKeys }}
    >
      <Button
        ref={button}
        icon={<FilterOutlined aria-hidden />}
        aria-label={t('conversation.filter')}
        aria-keyshortcuts="F"
        title={t('conversation.filter')}
        aria-haspopup="menu"
        aria-expanded={open}
      />
    </Dropdown>
  );
}
