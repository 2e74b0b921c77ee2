import './goals.css';
import { printableLine, useFormats } from '@parley/ui';

export type GoalFigure = { done: number; goal: number | null };

/** Returns a function that formats a number with its goal. */
export function useFigure(): (sum: GoalFigure) => string {
  const { number } = useFormats();
  return ({ done, goal }) => (goal === null ? number(done) : `${number(done)} / ${number(goal)}`);
}

/** One number, with a progress bar if it has a goal. */
export function Goal({ name, done, goal }: GoalFigure & { name: string }) {
  const figure = useFigure();
  return (
    <li className="desk-goal">
      <span className="desk-goal-name">
        <bdi className="desk-cut">{printableLine(name)}</bdi>
        <span className="desk-goal-figure">{figure({ done, goal })}</span>
      </span>
      {goal === null ? null : (
        <progress aria-label={name} value={Math.max(0, Math.min(done, goal))} max={goal} />
      )}
    </li>
  );
}
