// i18n-keys: ratings.score.*
import { exportRatings, type Rating } from '@parley/contract/ratings';
import { useAllowClear } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SocialAccountNames } from '../../../entities/social-accounts/SocialAccountNames.tsx';
import { SocialAccountSelect } from '../../../entities/social-accounts/SocialAccountSelect.tsx';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { Figures } from '../../../features/ratings/Figures.tsx';
import { type RatingFilters, ratings, readRatingFilters } from '../../../features/ratings/queries.ts';
import { useRatingColumns } from '../../../features/ratings/rating-columns.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { FilterPatch } from '../../../lib/use-url-filters.ts';
import type { Filter, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

/** Internal control: how visitors rated conversations. */
export function Ratings() {
  return (
    <ScreenTexts part="history">
      <RatingsPage />
    </ScreenTexts>
  );
}

function RatingsPage() {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('ratings', readRatingFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(ratings(client, filters));
  const list: ListDescription<Rating> = {
    title: t('page.ratings'),
    hint: t('ratings.hint'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ conversationTitle }) => conversationTitle,
    columns: useRatingColumns(),
    filters: useFilters(filters, setFilters),
    figures: <Figures filters={filters} />,
    tools: (
      <ExportList
        title={t('page.ratings')}
        filters={filters}
        download={(chosen, options) => client.download(exportRatings, { query: chosen }, options)}
      />
    ),
    none: {
      title: t('ratings.none'),
      hint: t('ratings.noneHint'),
      action: <Link to={paths.socialAccounts}>{t('ratings.toAccounts')}</Link>,
    },
  };
  return <List list={list} />;
}

function useFilters(filters: RatingFilters, onFilter: (patch: FilterPatch) => void): readonly Filter[] {
  const { t } = useTranslation();
  const scores = [5, 4, 3, 2, 1].map((score) => ({
    value: String(score),
    label: `${score} · ${t(`ratings.score.${score}`)}`,
  }));
  return [
    useDayFilter(filters, onFilter),
    selectFilter({
      name: 'score',
      label: t('ratings.scoreTitle'),
      value: filters.score === undefined ? undefined : String(filters.score),
      options: scores,
      onFilter,
    }),
    selectFilter({
      name: 'comment',
      label: t('ratings.comment'),
      value: filters.comment,
      options: [{ value: 'with', label: t('ratings.withComment') }],
      onFilter,
    }),
    useSubAccountFilter(filters, onFilter),
    useSocialAccountFilter(filters, onFilter),
  ];
}

/** A filter by one social account. */
function useSocialAccountFilter(
  { socialAccountId }: RatingFilters,
  onFilter: (patch: FilterPatch) => void,
): Filter {
  const { t } = useTranslation();
  const clear = useAllowClear();
  return {
    key: 'socialAccountId',
    label: t('socialAccounts.one'),
    chosen: socialAccountId === undefined ? undefined : <SocialAccountNames ids={[socialAccountId]} />,
    control: (
      <SocialAccountSelect
        allowClear={clear}
        value={socialAccountId ?? null}
        onChange={(chosen?: string) => onFilter({ socialAccountId: chosen })}
      />
    ),
    params: ['socialAccountId'],
  };
}
