import {
  firstUnread,
  isFromBeginning,
  shownStretch,
  type ThreadView,
  type TimelineItem,
  timeline,
} from '@parley/chat-core';
import { EmptyState, ErrorPanel } from '@parley/ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';
import { Announcer, LoadingMessages, NewerEnd, OlderEnd } from './MessageEnds.tsx';
import { MessageRow } from './MessageRow.tsx';
import { endsNear, type MessageRowContent, messageRows, timeOf } from './message-rows.ts';
import { PanePlaces } from './PanePlaces.tsx';
import { useJumps } from './use-jumps.tsx';
import { endThreshold, useRowWindow } from './use-row-window.ts';

/** Returns the same item object for the same content, so that `memo` can skip it. */
function useSteadyItems(items: TimelineItem[]): TimelineItem[] {
  const known = useRef(new Map<string, TimelineItem>());
  return useMemo(() => {
    const next = new Map<string, TimelineItem>();
    const steady = items.map((item) => {
      const before = known.current.get(item.key);
      const kept = before && sameItem(before, item) ? before : item;
      next.set(item.key, kept);
      return kept;
    });
    known.current = next;
    return steady;
  }, [items]);
}

function sameItem(a: TimelineItem, b: TimelineItem): boolean {
  if (a.kind === 'day') return b.kind === 'day' && a.at === b.at;
  if (a.kind === 'message') return b.kind === 'message' && a.message === b.message && a.joined === b.joined;
  return b.kind === 'waiting' && a.entry === b.entry && a.joined === b.joined;
}

/** Returns the messages followed, after the newest, by those waiting to be sent, as rows of one list. */
function useRows(conversationId: string, view: ThreadView, readSeq: number | null): MessageRowContent[] {
  const { outbox } = useChat();
  const entries = useStore(outbox.entries);
  const { shown, thread } = view;
  const items = useSteadyItems(
    useMemo(() => {
      const waiting = entries.filter((entry) => entry.conversationId === conversationId);
      return timeline(shown, thread.past === null ? waiting : []);
    }, [shown, thread.past, entries, conversationId]),
  );
  const unreadId = readSeq === null ? null : (firstUnread(shown, shownStretch(thread), readSeq)?.id ?? null);
  return useMemo(() => messageRows(items, unreadId), [items, unreadId]);
}

/** Jumps to the newest messages when one is sent, from any place. */
function useGoToSent(conversationId: string): void {
  const { outbox } = useChat();
  const { goToNewest } = useJumps();
  const entries = useStore(outbox.entries);
  const last = entries.findLast((entry) => entry.conversationId === conversationId)?.id ?? null;
  const known = useRef(last);
  useEffect(() => {
    if (last !== null && last !== known.current) goToNewest();
    known.current = last;
  }, [last, goToNewest]);
}

/** Home and End jump to the ends of the conversation; the other keys scroll by default. */
function useEndKeys() {
  const { goTo, goToNewest } = useJumps();
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // Keys pressed in a message's dialog or menu bubble up here, too, and a player handles its own.
    const isOwn = target instanceof HTMLElement && currentTarget.contains(target);
    if (!isOwn || target.closest('audio, video, input, textarea') || event.ctrlKey || event.altKey) return;
    if (key !== 'Home' && key !== 'End') return;
    event.preventDefault();
    currentTarget.focus({ preventScroll: true });
    if (key === 'Home') goTo({ around: 1 });
    else goToNewest();
  };
}

type VisibleRows = { startIndex: number; endIndex: number };

type RowsProperties = {
  conversationId: string;
  view: ThreadView;
  rows: readonly MessageRowContent[];
  readSeq: number | null;
  onAtEnd: (atEnd: boolean) => void;
};

/** Loads the next page when the reader approaches an end of the loaded messages. */
function useNextPages({ conversationId, view, rows }: RowsProperties, range: VisibleRows | null) {
  const { threads } = useChat();
  const [first, last] = [range?.startIndex ?? null, range?.endIndex ?? null];
  const near = first === null || last === null ? null : endsNear({ first, last }, rows.length);
  const older = near?.older === true && view.older === 'idle';
  const newer = near?.newer === true && view.newer === 'idle';
  const { from, to } = shownStretch(view.thread);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page too short for the screen is followed by the next one
  useEffect(() => {
    if (older) threads.loadOlder(conversationId);
    if (newer) threads.loadNewer(conversationId);
  }, [older, newer, from, to, threads, conversationId]);
}

/** Returns a scroll listener that reports whether the reader is at the newest messages. */
function useAtEnd(
  { rows, view, onAtEnd }: RowsProperties,
  scroller: RefObject<HTMLElement | null>,
  { list, atEnd }: ReturnType<typeof useRowWindow>,
): () => void {
  const isNewest = view.thread.past === null;
  const total = list.getTotalSize();
  const scrolled = () => {
    const element = scroller.current;
    if (element === null) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= endThreshold;
    onAtEnd(atEnd.current && isNewest);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: content added or grown below moves the reader away from the end
  useLayoutEffect(scrolled, [rows, isNewest, total]);
  return scrolled;
}

/** Returns the place up to which the conversation was read until the first row after it has been on the screen; then null. */
function useUnseen({ rows, readSeq }: RowsProperties, visible: VisibleRows | null): number | null {
  const [seen, setSeen] = useState(readSeq === null);
  const at = rows.findIndex((row) => row.isFirstUnread);
  const isInSight = visible !== null && at >= visible.startIndex && at <= visible.endIndex;
  if (isInSight && !seen) setSeen(true);
  return seen ? null : readSeq;
}

/** The visible rows, and the controls over them. */
function Rows(properties: RowsProperties) {
  const { conversationId, view, rows } = properties;
  const { t } = useTranslation();
  const { reached, arrive } = useJumps();
  const scroller = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const isNewest = view.thread.past === null;
  const rowWindow = useRowWindow({ rows, scroller, isNewest, focused, reached });
  const { list } = rowWindow;
  const visible = list.range;
  useNextPages(properties, visible);
  const scrolled = useAtEnd(properties, scroller, rowWindow);
  const onKeyDown = useEndKeys();
  const unseen = useUnseen(properties, visible);
  const top = rows[Math.min(visible?.startIndex ?? 0, rows.length - 1)];
  const isWhole = isNewest && isFromBeginning(shownStretch(view.thread));
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest('li[data-index]')?.getAttribute('data-index');
    if (index) setFocused(rows[Number(index)]?.key ?? null);
  };
  return (
    <>
      <section
        className="desk-messages"
        ref={scroller}
        onScroll={scrolled}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable to be scrolled by keys.
        tabIndex={0}
        aria-label={t('chat.messages')}
      >
        <div className="desk-messages-inner" style={{ height: list.getTotalSize() }}>
          <div className="desk-messages-begin">
            <OlderEnd view={view} conversationId={conversationId} />
          </div>
          <ol className="desk-message-items" aria-label={t('chat.messages')} onFocus={onFocus}>
            {list.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <MessageRow
                  key={row.key}
                  row={row}
                  index={index}
                  count={isWhole ? rows.length : null}
                  start={start}
                  measure={list.measureElement}
                  reached={reached?.messageId === row.key ? reached.jump : null}
                  arrive={arrive}
                />
              );
            })}
          </ol>
        </div>
        <NewerEnd view={view} conversationId={conversationId} />
      </section>
      {top === undefined ? null : <PanePlaces at={timeOf(top)} unreadFrom={unseen} />}
    </>
  );
}

type Properties = {
  conversationId: string;
  view: ThreadView;
  /** The place up to which the conversation was read when it was opened with unread messages, else null. */
  readSeq: number | null;
  onAtEnd: (atEnd: boolean) => void;
};

/** The conversation, newest at the bottom; it sticks to the bottom while the reader is there. */
export function MessageList({ conversationId, view, readSeq, onAtEnd }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const rows = useRows(conversationId, view, readSeq);
  useGoToSent(conversationId);

  if (view.phase === 'failed') {
    return (
      <div className="desk-chat-trouble">
        <ErrorPanel problem={view.problem} onRetry={() => threads.reload(conversationId)} />
      </div>
    );
  }
  if (view.phase === 'loading') return <LoadingMessages />;
  return (
    <div className="desk-messages-frame">
      {rows.length === 0 ? (
        <div className="desk-messages">
          <EmptyState title={t('chat.empty')} hint={t('chat.emptyHint')} />
        </div>
      ) : (
        <Rows conversationId={conversationId} view={view} rows={rows} readSeq={readSeq} onAtEnd={onAtEnd} />
      )}
      <Announcer view={view} />
    </div>
  );
}
