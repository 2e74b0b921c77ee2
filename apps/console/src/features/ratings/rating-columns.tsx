import './ratings.css';
import type { Rating } from '@parley/contract/ratings';
import { ForeignText, Moment, useConversationTitle, useFormats, useShownTimeZone } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../ui/list/description.ts';
import { Score } from './Score.tsx';
import { TranslateComment } from './TranslateComment.tsx';

function ConversationCell({ rating }: { rating: Rating }) {
  const titleOf = useConversationTitle();
  const { conversationTitle: title, conversationNamed: named, conversationId } = rating;
  return (
    <Link to={`${paths.chatHistory}?conversation=${conversationId}`}>
      <ForeignText className="clip">{titleOf({ title, named })}</ForeignText>
    </Link>
  );
}

function CommentCell({ rating }: { rating: Rating }) {
  const { t } = useTranslation();
  const { id, comment, translation } = rating;
  if (comment === null) return <span className="quiet">{t('ratings.noComment')}</span>;
  return (
    <span className="two-lines">
      <ForeignText className="rating-comment">{comment}</ForeignText>
      {translation === null ? (
        <TranslateComment ratingId={id} comment={comment} />
      ) : (
        <ForeignText className="rating-comment quiet">{translation}</ForeignText>
      )}
    </span>
  );
}

function AgentCell({ rating: { agentName, closedBy } }: { rating: Rating }) {
  const { t } = useTranslation();
  return (
    <span className="two-lines">
      {agentName === null ? null : <ForeignText>{agentName}</ForeignText>}
      {closedBy === null || closedBy === agentName ? null : (
        <ForeignText className="quiet">{t('ratings.closedBy', { name: closedBy })}</ForeignText>
      )}
    </span>
  );
}

export function useRatingColumns(): readonly Column<Rating>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const zone = useShownTimeZone();
  const inZone = (what: string) => (zone === undefined ? what : t('zones.of', { what, zone }));
  return [
    {
      key: 'askedAt',
      title: inZone(t('ratings.closedAt')),
      width: 150,
      className: 'numeric',
      render: ({ askedAt }) => <Moment at={askedAt}>{dateTime(askedAt)}</Moment>,
    },
    {
      key: 'score',
      title: t('ratings.scoreTitle'),
      width: 130,
      render: ({ score }) => <Score score={score} />,
    },
    {
      key: 'comment',
      title: t('ratings.comment'),
      width: 280,
      render: (rating) => <CommentCell rating={rating} />,
    },
    {
      key: 'conversation',
      title: t('ratings.conversation'),
      width: 160,
      render: (rating) => <ConversationCell rating={rating} />,
    },
    {
      key: 'agent',
      title: t('ratings.agent'),
      width: 140,
      render: (rating) => <AgentCell rating={rating} />,
    },
    {
      key: 'subAccount',
      title: t('ratings.subAccount'),
      width: 150,
      render: (rating) => (
        <span className="two-lines">
          <ForeignText>{rating.subAccountRemark}</ForeignText>
          <ForeignText className="quiet">{rating.socialAccountName}</ForeignText>
        </span>
      ),
    },
    {
      key: 'ratedAt',
      title: inZone(t('ratings.ratedAt')),
      width: 150,
      className: 'numeric',
      minor: true,
      render: ({ ratedAt }) => <Moment at={ratedAt}>{dateTime(ratedAt)}</Moment>,
    },
  ];
}
