import type { Conversation } from '@parley/contract/conversations';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { TriageButton } from './TriageMenu.tsx';
import { useHeldRows } from './use-held-rows.ts';
import { type Intent, useIntent } from './use-intent.ts';
import { useListWindow } from './use-list-window.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { Triage } from './use-triage.tsx';

/** The distance from the end of the loaded rows, in rows, at which the next page is requested. */
const nearEnd = 30;

type RowProperties = {
  conversation: Conversation;
  /** Its index among the rows, and their number; null when some aren't loaded. */
  index: number;
  count: number | null;
  /** The distance from the start of the list, px. */
  start: number;
  measure: (row: HTMLLIElement | null) => void;
  selected: boolean;
  to: string;
  now: number;
  search: string;
  accountName: string | null;
  onTriage: Triage;
  onFocused: (id: string) => void;
};

/** Moves the focus of a removed row (e.g. by its own menu) to the next row. */
function keepFocusInList(row: HTMLLIElement): () => void {
  return () => {
    if (!row.contains(document.activeElement)) return;
    const next = row.nextElementSibling ?? row.previousElementSibling;
    next?.querySelector('a')?.focus({ preventScroll: true });
  };
}

/** One conversation at its position; when rows shift, only the position is re-rendered. */
const ListRow = memo(function ListRow(properties: RowProperties) {
  const { conversation, index, count, start, measure, onTriage, onFocused, ...shown } = properties;
  const line = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => (line.current === null ? undefined : keepFocusInList(line.current)), []);
  const put = useCallback(
    (element: HTMLLIElement | null) => {
      line.current = element;
      measure(element);
    },
    [measure],
  );
  return (
    <li
      ref={put}
      data-index={index}
      className="desk-row-item"
      aria-posinset={index + 1}
      aria-setsize={count ?? -1}
      style={{ insetBlockStart: start }}
      onFocus={() => onFocused(conversation.id)}
    >
      <ConversationRow conversation={conversation} {...shown} />
      <TriageButton className="desk-row-menu" conversation={conversation} onTriage={onTriage} />
    </li>
  );
});

/** Returns the focused row, with the handlers that track it. */
function useFocusedRow() {
  const [focused, setFocused] = useState<string | null>(null);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A menu opened from a row receives the focus after this event on the row's behalf; switching windows keeps the
    // focused row.
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(null);
  };
  return { focused, setFocused, onBlur };
}

/** Scrolls to the open row when it changes, e.g. by a key; a row opened by a click is already visible. */
function useOpenRowInSight(
  selectedId: string | null,
  rows: readonly Conversation[],
  list: ReturnType<typeof useListWindow>,
): void {
  const known = useRef(selectedId);
  useEffect(() => {
    if (selectedId === known.current) return;
    known.current = selectedId;
    const row = list.measurementsCache[rows.findIndex(({ id }) => id === selectedId)];
    const { scrollOffset, scrollRect } = list;
    if (row === undefined || scrollOffset === null || !scrollRect?.height) return;
    // Scroll only if needed: scrolling forces a layout of the whole page while a conversation is opening.
    const isInSight = row.start >= scrollOffset && row.end <= scrollOffset + scrollRect.height;
    if (!isInSight) list.scrollToIndex(row.index, { align: 'auto' });
  }, [selectedId, rows, list]);
}

type Properties = {
  conversations: readonly Conversation[];
  hasMore: boolean;
  /** True when a next page can be requested: none is loading, and the last request hasn't failed. */
  canLoadMore: boolean;
  onMore: () => void;
  selectedId: string | null;
  pathOf: (id: string) => string;
  accountNameOf: (conversation: Conversation) => string | null;
  search: string;
  onTriage: Triage;
  /** Called when an agent is about to open a conversation. */
  onIntent: (id: string, intent: Intent) => void;
  /** Shown below the rows. */
  children: ReactNode;
};

/** The visible rows; more are loaded on scrolling. */
export function ConversationRows(properties: Properties) {
  const { conversations, hasMore, canLoadMore, onMore, selectedId, search, onTriage } = properties;
  const { t } = useTranslation();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const { focused, setFocused, onBlur } = useFocusedRow();
  const { rows, held, listeners } = useHeldRows(conversations, scroller, focused);
  const list = useListWindow({ rows, scroller, focused, held });
  const onKeyDown = useRowKeys({ rows, list, scroller, focused, setFocused });
  useOpenRowInSight(selectedId, rows, list);
  const intent = useIntent(properties.onIntent);
  const last = list.range?.endIndex ?? null;
  const isNearEnd = last !== null && last >= rows.length - nearEnd;
  useEffect(() => {
    if (isNearEnd && hasMore && canLoadMore) onMore();
  }, [isNearEnd, hasMore, canLoadMore, onMore]);
  return (
    <div className="desk-scroll desk-list" ref={scroller} {...listeners}>
      <ul
        className="desk-rows"
        aria-label={t('conversation.list')}
        style={{ blockSize: list.getTotalSize() }}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        {...intent}
      >
        {list.getVirtualItems().map(({ index, start }) => {
          const conversation = rows[index];
          return conversation === undefined ? null : (
            <ListRow
              key={conversation.id}
              conversation={conversation}
              index={index}
              count={hasMore ? null : rows.length}
              start={start}
              measure={list.measureElement}
              selected={conversation.id === selectedId}
              to={properties.pathOf(conversation.id)}
              now={now}
              search={search}
              accountName={properties.accountNameOf(conversation)}
              onTriage={onTriage}
              onFocused={setFocused}
            />
          );
        })}
      </ul>
      {properties.children}
    </div>
  );
}
