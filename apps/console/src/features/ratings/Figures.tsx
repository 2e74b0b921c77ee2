import './ratings.css';
import type { RatingFigures } from '@parley/contract/ratings';
import { ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { type RatingFilters, ratingFigures } from './queries.ts';
import { Score } from './Score.tsx';

/** The figures of the filtered ratings. */
export function Figures({ filters }: { filters: RatingFilters }) {
  const { data, error, refetch } = useQuery(ratingFigures(useClient(), filters));
  if (data === undefined && error !== null)
    return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <div className="rating-figures">
      <Totals figures={data} />
      <Distribution figures={data} />
    </div>
  );
}

function Totals({ figures: { asked, rated, average } }: { figures: RatingFigures }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <dl className="rating-totals">
      <div>
        <dt>{t('ratings.average')}</dt>
        <dd>{average === null ? '–' : number(Math.round(average * 100) / 100)}</dd>
      </div>
      <div>
        <dt>{t('ratings.count')}</dt>
        <dd>{number(rated)}</dd>
      </div>
      {asked === null ? null : (
        <div>
          <dt>{t('ratings.responseRate')}</dt>
          <dd>
            {asked === 0 ? '–' : t('ratings.percent', { share: number(Math.round((rated / asked) * 100)) })}
          </dd>
          <dd className="quiet">{t('ratings.ofAsked', { count: asked, asked: number(asked) })}</dd>
        </div>
      )}
    </dl>
  );
}

function Distribution({ figures: { scores, rated } }: { figures: RatingFigures }) {
  const { number } = useFormats();
  return (
    <ul className="rating-distribution">
      {scores
        .map((count, at) => ({ count, score: at + 1 }))
        .reverse()
        .map(({ count, score }) => (
          <li key={score}>
            <Score score={score} />
            <span className="rating-bar">
              <span style={{ inlineSize: `${rated === 0 ? 0 : (count / rated) * 100}%` }} />
            </span>
            <span className="numeric">{number(count)}</span>
          </li>
        ))}
    </ul>
  );
}
