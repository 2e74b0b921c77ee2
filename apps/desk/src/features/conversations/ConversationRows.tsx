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

/** So many rows before the end of those that are loaded the next page is asked for. */
const nearEnd = 30;

type RowProperties = {
  conversation: Conversation;
  /** Its place among the rows, and their number; null: there are others that aren't loaded. */
  index: number;
  count: number | null;
  /** The distance from the beginning of the list, px. */
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

/** A row that leaves with the focus, as by its own menu, gives it to the next one. */
function keepFocusInList(row: HTMLLIElement): () => void {
  return () => {
    if (!row.contains(document.activeElement)) return;
    const next = row.nextElementSibling ?? row.previousElementSibling;
    next?.querySelector('a')?.focus({ preventScroll: true });
  };
}

/** One conversation in its place: what shifts a row draws its place alone. */
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

/** Returns the row with the focus, with what keeps it. */
function useFocusedRow() {
  const [focused, setFocused] = useState<string | null>(null);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A menu that a row opens has the focus after this event, for the row; another window leaves it where it is.
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(null);
  };
  return { focused, setFocused, onBlur };
}

/** Shows the open row when another one is opened, e.g. by a key; one that a click has opened is in sight. */
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
    // Scrolling makes the browser lay out the whole page, in the middle of opening a conversation.
    const isInSight = row.start >= scrollOffset && row.end <= scrollOffset + scrollRect.height;
    if (!isInSight) list.scrollToIndex(row.index, { align: 'auto' });
  }, [selectedId, rows, list]);
}

type Properties = {
  conversations: readonly Conversation[];
  hasMore: boolean;
  /** A next page can be asked for: none is on its way, and the last one hasn't failed. */
  canLoadMore: boolean;
  onMore: () => void;
  selectedId: string | null;
  pathOf: (id: string) => string;
  accountNameOf: (conversation: Conversation) => string | null;
  search: string;
  onTriage: Triage;
  /** An agent is about to open a conversation. */
  onIntent: (id: string, intent: Intent) => void;
  /** Stands below the rows. */
  children: ReactNode;
};

/** The rows in sight; more are loaded while scrolling. */
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
