// i18n-keys: rating.score.*
import './ratings.css';
import type { DeskRating } from '@parley/contract/ratings';
import { ErrorPanel, Moment, printableLine, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { ratingsQuery } from './ratings-query.ts';

/** Lists the visitor's ratings of the conversation, latest first. */
export function RatingHistory({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const query = useQuery(ratingsQuery(client, conversationId));
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className="desk-customer-none">{t('rating.none')}</p>;
  return (
    <ol className="desk-ratings">
      {query.data.map((rating) => (
        <RatingEntry key={rating.id} rating={rating} />
      ))}
    </ol>
  );
}

function RatingEntry({ rating: { score, comment, language, ratedAt, agentName } }: { rating: DeskRating }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return (
    <li>
      <span className="desk-rating-score">
        <span aria-hidden className="desk-rating-stars">
          {'★'.repeat(score) + '☆'.repeat(5 - score)}
        </span>
        <span>{t('rating.of5', { score, name: t(`rating.score.${score}`) })}</span>
      </span>
      {comment === null ? null : (
        <bdi className="desk-rating-comment" lang={language ?? undefined}>
          {comment}
        </bdi>
      )}
      <small>
        {agentName === null ? null : <bdi>{`${printableLine(agentName, 40)} · `}</bdi>}
        <Moment at={ratedAt}>{dateTime(ratedAt)}</Moment>
      </small>
    </li>
  );
}
