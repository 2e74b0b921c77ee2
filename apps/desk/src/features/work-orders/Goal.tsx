import './goals.css';
import { printableLine, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

export type GoalFigure = { done: number; goal: number | null };

/** Returns a function that formats a number with its goal. */
export function useFigure(): (sum: GoalFigure) => string {
  const { number } = useFormats();
  return ({ done, goal }) => (goal === null ? number(done) : `${number(done)} / ${number(goal)}`);
}

/** One number, with a progress bar if it has a goal. `repeats`: the repeat fans beside these new ones. */
export function Goal({ name, done, goal, repeats }: GoalFigure & { name: string; repeats: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const figure = useFigure();
  return (
    <li className="desk-goal">
      <span className="desk-goal-name">
        <bdi className="desk-cut">{printableLine(name)}</bdi>
        <span className="desk-goal-figure">{figure({ done, goal })}</span>
      </span>
      {repeats === 0 ? null : <small>{t('goals.repeats', { number: number(repeats) })}</small>}
      {goal === null ? null : (
        <progress aria-label={name} value={Math.max(0, Math.min(done, goal))} max={goal} />
      )}
    </li>
  );
}
