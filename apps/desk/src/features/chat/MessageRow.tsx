import type { TimelineItem } from '@parley/chat-core';
import type { Message } from '@parley/contract/conversations';
import { DaySeparator, MessageBubble } from '@parley/ui';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnected } from '../../lib/use-connected.ts';
import { AnsweredMessage } from './AnsweredMessage.tsx';
import { AuthorName } from './AuthorName.tsx';
import { KeptFocus } from './KeptFocus.tsx';
import { MessageActions, needsDecision, WaitingActions, WaitingNote } from './MessageActions.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import type { MessageRowContent } from './message-rows.ts';

const Item = memo(function Item({ item }: { item: MessageRowContent['item'] }) {
  if (item.kind === 'waiting') return <WaitingItem item={item} />;
  const { message, joined } = item;
  const actions = needsDecision(message) ? (
    <KeptFocus>
      <MessageActions message={message} />
    </KeptFocus>
  ) : null;
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

/** A message of the outbox; while nothing can be sent it is shown as waiting rather than as being sent. */
function WaitingItem({
  item: { entry, shown, joined },
}: {
  item: Extract<TimelineItem, { kind: 'waiting' }>;
}) {
  const connected = useConnected();
  const quote = quoteOf({ ...shown, conversationId: entry.conversationId });
  if (entry.refusal !== null) {
    const actions = (
      <KeptFocus>
        <WaitingActions entry={entry} />
      </KeptFocus>
    );
    return <MessageBubble message={shown} joined={joined} actions={actions} quote={quote} />;
  }
  const message = connected ? shown : { ...shown, delivery: 'waiting' as const };
  const note = connected ? null : <WaitingNote />;
  return <MessageBubble message={message} joined={joined} actions={note} quote={quote} />;
}

type Properties = {
  row: MessageRowContent;
  /** Its index among the rows, and their number; null when some aren't loaded. */
  index: number;
  count: number | null;
  /** The distance from the start of the list, px. */
  start: number;
  measure: (row: HTMLLIElement | null) => void;
  /** The number of the jump that has reached this message; null if none has. */
  reached: number | null;
  arrive: (jump: number) => boolean;
};

/** Moves the focus of a removed row to the list, so that keys continue to scroll. */
function keepFocusInPane(row: HTMLLIElement): () => void {
  return () => {
    if (row.contains(document.activeElement)) {
      row.closest<HTMLElement>('.desk-messages')?.focus({ preventScroll: true });
    }
  };
}

/** One message at its position, below the day and the unread mark if there are any. */
export const MessageRow = memo(function MessageRow(properties: Properties) {
  const { row, index, count, start, measure, reached, arrive } = properties;
  const { t } = useTranslation();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (reached !== null && arrive(reached)) line.current?.focus({ preventScroll: true });
  }, [reached, arrive]);
  useLayoutEffect(() => (line.current === null ? undefined : keepFocusInPane(line.current)), []);
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
      data-message={row.item.kind === 'message' ? row.key : undefined}
      tabIndex={-1}
      aria-posinset={index + 1}
      aria-setsize={count ?? -1}
      style={{ insetBlockStart: start }}
    >
      {row.endsHistory ? <div className="desk-history-end">{t('chat.historyEnd')}</div> : null}
      {row.day === null ? null : <DaySeparator at={row.day} />}
      {row.isFirstUnread ? <div className="desk-first-unread">{t('chat.newMessages')}</div> : null}
      <Item item={row.item} />
      {reached === null ? null : <span key={reached} className="desk-reached" aria-hidden />}
    </li>
  );
});
