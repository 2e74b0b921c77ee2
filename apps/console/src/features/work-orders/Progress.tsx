import { useFormats } from '@parley/ui';
import { Progress as Bar } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** May be below zero on a day on which people of an earlier one turn out to be one. */
  done: number;
  /** Null: there is none, and only the number is shown. */
  goal: number | null;
};

/** A number of fans, with its goal and the part that is reached. */
export function Progress({ done, goal }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (goal === null) return <span className="numeric">{number(done)}</span>;
  const percent = Math.max(0, Math.min(100, Math.floor((done / goal) * 100)));
  const text = t('workOrders.ofGoal', { done: number(done), goal: number(goal) });
  return (
    <span className="order-progress">
      <span className="numeric">{text}</span>
      <Bar
        percent={percent}
        size="small"
        showInfo={false}
        status={done >= goal ? 'success' : 'normal'}
        aria-label={text}
      />
    </span>
  );
}
