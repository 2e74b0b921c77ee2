import type { ClosedDay } from '@parley/contract/work-orders';
import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

const width = 460;
const height = 120;
const gap = 0.25;

/** New fans of closed days as bars, the earliest first, with the daily goal as a line. The table below has the numbers. */
export function DayChart({ days }: { days: readonly ClosedDay[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const most = Math.max(1, ...days.map(({ newFans, dailyGoal }) => Math.max(newFans, dailyGoal ?? 0)));
  const step = width / Math.max(days.length, 1);
  const heightOf = (fans: number) => (Math.max(fans, 0) / most) * height;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const goals = days.flatMap(({ day, dailyGoal }, at) =>
    dailyGoal === null ? [] : [{ day, x: at * step, y: height - heightOf(dailyGoal) }],
  );
  return (
    <figure className="order-chart">
      <figcaption className="quiet">
        {t('workOrders.chart', { from: first.day, to: last.day, most: number(most) })}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('workOrders.chartName')}>
        {days.map(({ day, newFans }, at) => (
          <rect
            key={day}
            className="order-bar"
            x={at * step + (step * gap) / 2}
            width={step * (1 - gap)}
            y={height - heightOf(newFans)}
            height={heightOf(newFans)}
          >
            <title>{`${day}: ${number(newFans)}`}</title>
          </rect>
        ))}
        {goals.map(({ day, x, y }) => (
          <line key={day} className="order-goal-line" x1={x} x2={x + step} y1={y} y2={y} />
        ))}
      </svg>
    </figure>
  );
}
