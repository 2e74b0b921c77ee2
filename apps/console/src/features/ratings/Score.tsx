// i18n-keys: ratings.score.*
import './ratings.css';
import { useTranslation } from 'react-i18next';

/** A score as a number and stars, with a text for screen readers. */
export function Score({ score }: { score: number }) {
  const { t } = useTranslation();
  return (
    <span className="rating-score" title={t(`ratings.score.${score}`)}>
      {score}
      <span aria-hidden className="rating-stars">
        {'★'.repeat(score) + '☆'.repeat(5 - score)}
      </span>
      <span className="sr-only">{t(`ratings.score.${score}`)}</span>
    </span>
  );
}
