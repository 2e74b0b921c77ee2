import './goal-progress.css';
import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** May be negative, when corrections subtract more than was reached. */
  done: number;
  /** Null: there is no goal, and only the number is shown. */
  goal: number | null;
};

/** A number with its goal and the fraction reached. */
export function GoalProgress({ done, goal }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (goal === null) return <span className="numeric">{number(done)}</span>;
  const percent = Math.max(0, Math.min(100, Math.floor((done / goal) * 100)));
  return (
    <span className="goal-progress">
      <span className="numeric">{t('goalProgress.of', { done: number(done), goal: number(goal) })}</span>
      {/* The text conveys the same. */}
      <span className={done >= goal ? 'goal-bar goal-reached' : 'goal-bar'} aria-hidden>
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
    </span>
  );
}
