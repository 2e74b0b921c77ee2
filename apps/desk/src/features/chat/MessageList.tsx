import { type ThreadView, type TimelineItem, timeline } from '@parley/chat-core';
import type { Message } from '@parley/contract/conversations';
import { DaySeparator, EmptyState, ErrorPanel, MessageBubble, printableLine } from '@parley/ui';
import { Button, Skeleton } from 'antd';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnected } from '../../lib/use-connected.ts';
import { useStore } from '../../lib/use-store.ts';
import { AnsweredMessage } from './AnsweredMessage.tsx';
import { AuthorName } from './AuthorName.tsx';
import { useChat } from './ChatServices.tsx';
import { MessageActions, needsDecision, WaitingActions, WaitingNote } from './MessageActions.tsx';
import { MessageMenu } from './MessageMenu.tsx';

const Item = memo(function Item({ item }: { item: TimelineItem }) {
  if (item.kind === 'day') return <DaySeparator at={item.at} />;
  if (item.kind === 'waiting') return <WaitingItem item={item} />;
  const { message, joined } = item;
  const actions = needsDecision(message) ? <MessageActions message={message} /> : null;
  const menu = <MessageMenu message={message} />;
  return (
    <MessageBubble
      message={message}
      author={<AuthorName author={message.author} />}
      joined={joined}
      actions={actions}
      menu={menu}
      quote={quoteOf(message)}
    />
  );
});

function quoteOf({
  conversationId,
  replyTo,
  erased,
}: Pick<Message, 'conversationId' | 'replyTo' | 'erased'>) {
  if (replyTo === null || erased) return undefined;
  return <AnsweredMessage conversationId={conversationId} replyTo={replyTo} />;
}

/** A message of the outbox; it says that it waits rather than that it is being sent while nothing can be sent. */
function WaitingItem({
  item: { entry, shown, joined },
}: {
  item: Extract<TimelineItem, { kind: 'waiting' }>;
}) {
  const connected = useConnected();
  const quote = quoteOf({ ...shown, conversationId: entry.conversationId });
  if (entry.refusal !== null) {
    const actions = <WaitingActions entry={entry} />;
    return <MessageBubble message={shown} joined={joined} actions={actions} quote={quote} />;
  }
  const message = connected ? shown : { ...shown, delivery: 'waiting' as const };
  const note = connected ? null : <WaitingNote />;
  return <MessageBubble message={message} joined={joined} actions={note} quote={quote} />;
}

/** The same item object for the same content, so that `memo` can leave it alone. */
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

function OlderEnd({ view, conversationId }: { view: ThreadView; conversationId: string }) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const end = useRef<HTMLDivElement>(null);
  const { moreBefore, from } = view.thread;
  const idle = view.older === 'idle' && moreBefore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each stretch the observer has to look again
  useEffect(() => {
    const { current } = end;
    if (current === null || !idle) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) threads.loadOlder(conversationId);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [idle, from, threads, conversationId]);
  if (!moreBefore) return <p className="desk-chat-begin">{t('chat.begin')}</p>;
  if (view.older === 'failed') {
    return (
      <p className="desk-chat-begin">
        <Button size="small" onClick={() => threads.loadOlder(conversationId)}>
          {t('chat.olderFailed')}
        </Button>
      </p>
    );
  }
  return (
    <div ref={end} aria-hidden className="desk-older">
      <Skeleton active title={false} paragraph={{ rows: 2, width: ['45%', '30%'] }} />
    </div>
  );
}

/** Reads the customer's newest message aloud, translated where it can be; older ones that are scrolled to stay silent. */
function Announcer({ view }: { view: ThreadView }) {
  const { t } = useTranslation();
  const latest = view.shown.findLast((message) => message.direction === 'in');
  const [first] = useState(latest?.id);
  const isNew = latest !== undefined && latest.id !== first && latest.translationState !== 'pending';
  return (
    <div role="log" aria-live="polite" aria-label={t('chat.newMessages')} className="only-read-aloud">
      {isNew ? <p key={latest.id}>{printableLine(latest.translation ?? latest.original, 500)}</p> : null}
    </div>
  );
}

/** Returns the messages and those that wait to be sent, as items of one list. */
function useTimeline(conversationId: string, view: ThreadView): TimelineItem[] {
  const { outbox } = useChat();
  const entries = useStore(outbox.entries);
  return useSteadyItems(
    useMemo(
      () =>
        timeline(
          view.shown,
          entries.filter((entry) => entry.conversationId === conversationId),
        ),
      [view.shown, entries, conversationId],
    ),
  );
}

function LoadingMessages() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="desk-older">
      <Skeleton
        active
        title={false}
        paragraph={{ rows: 6, width: ['40%', '55%', '30%', '50%', '35%', '45%'] }}
      />
    </div>
  );
}

type MessagesProperties = { conversationId: string; view: ThreadView; items: readonly TimelineItem[] };

function Messages({ conversationId, view, items }: MessagesProperties) {
  const { t } = useTranslation();
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title={t('chat.empty')} hint={t('chat.emptyHint')} />
      ) : (
        <OlderEnd view={view} conversationId={conversationId} />
      )}
      <ol className="desk-message-items" aria-label={t('chat.messages')}>
        {items.map((item) => (
          <li key={item.key} data-message={item.kind === 'message' ? item.key : undefined} tabIndex={-1}>
            <Item item={item} />
          </li>
        ))}
      </ol>
    </>
  );
}

type Properties = { conversationId: string; view: ThreadView; onAtEnd: (atEnd: boolean) => void };

/** The conversation, newest at the bottom; it stays at the bottom as long as the reader is there. */
export function MessageList({ conversationId, view, onAtEnd }: Properties) {
  const { threads } = useChat();
  const items = useTimeline(conversationId, view);
  const scroller = useRef<HTMLDivElement>(null);
  // The scroller runs from the bottom: 0 is the end, what is above is negative.
  const scrolled = useCallback(() => {
    if (scroller.current) onAtEnd(scroller.current.scrollTop > -40);
  }, [onAtEnd]);
  useEffect(scrolled, [scrolled]);
  const last = items.at(-1);
  const lastKey = last?.kind === 'waiting' ? last.key : null;
  // Sending scrolls to the new message, from any position.
  useEffect(() => {
    if (lastKey !== null) scroller.current?.scrollTo({ top: 0 });
  }, [lastKey]);

  if (view.phase === 'failed') {
    return (
      <div className="desk-chat-trouble">
        <ErrorPanel problem={view.problem} onRetry={() => threads.reload(conversationId)} />
      </div>
    );
  }
  return (
    <div className="desk-messages" ref={scroller} onScroll={scrolled}>
      <div className="desk-messages-inner">
        {view.phase === 'loading' ? (
          <LoadingMessages />
        ) : (
          <Messages conversationId={conversationId} view={view} items={items} />
        )}
        {view.phase === 'ready' ? <Announcer view={view} /> : null}
      </div>
    </div>
  );
}
