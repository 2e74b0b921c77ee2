import './hand-overs.css';
import { ErrorPanel, Moment, printableLine, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { handOversQuery } from './hand-over-queries.ts';

/** Lists the hand-overs of a conversation, latest first. */
export function HandOverHistory({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { dateTime } = useFormats();
  const query = useQuery(handOversQuery(client, conversationId));
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className="desk-customer-none">{t('handOver.none')}</p>;
  return (
    <ol className="desk-hand-overs">
      {query.data.map(({ id, from, to, authorName, note, at }) => (
        <li key={id}>
          <span>
            <bdi>{printableLine(from.name, 50)}</bdi>
            {authorName === null ? null : <bdi>{` (${printableLine(authorName, 40)})`}</bdi>}
            {' → '}
            <bdi>{printableLine(to.name, 50)}</bdi>
          </span>
          <small>
            <Moment at={at}>{dateTime(at)}</Moment>
          </small>
          {note === '' ? null : <bdi className="desk-hand-over-note">{note}</bdi>}
        </li>
      ))}
    </ol>
  );
}
