import { isNamed } from '@parley/contract/catalogues';
import type { DeskRating, Rating } from '@parley/contract/ratings';
import type { RatingRow } from '../../schema/ratings.ts';
import type { RatingItem } from './queries.ts';

/** Returns an empty list for an unanswered request. */
export function presentForDesk(row: RatingRow): DeskRating[] {
  const { id, score, ratedAt, askedAt, comment, language, closedBy, agentName } = row;
  if (score === null || ratedAt === null) return [];
  const times = { askedAt: askedAt.getTime(), ratedAt: ratedAt.getTime() };
  return [{ id, score, comment, language, ...times, closedBy, agentName }];
}

export function presentRating({ at, chatId, platform, ...item }: RatingItem): Rating {
  return {
    id: item.id,
    score: item.score,
    comment: item.comment,
    translation: item.translation,
    translationLanguage: item.translationLanguage,
    language: item.language,
    askedAt: Math.floor(at / 1000),
    ratedAt: Math.floor(item.ratedAt),
    closedBy: item.closedBy,
    agentName: item.agentName,
    conversationId: item.conversationId,
    conversationTitle: item.conversationTitle,
    conversationNamed: isNamed({ title: item.conversationTitle, chatId, platform }),
    subAccountId: item.subAccountId,
    subAccountRemark: item.subAccountRemark,
    socialAccountId: item.socialAccountId,
    socialAccountName: item.socialAccountName,
  };
}
