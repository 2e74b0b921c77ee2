import { useTranslation } from 'react-i18next';
import { DayField } from './DayField.tsx';

type Properties = {
  /** The first and the last day, both included; undefined: no limit. */
  from: string | undefined;
  to: string | undefined;
  /** Called with the one that was changed. */
  onDays: (change: { from: string | undefined } | { to: string | undefined }) => void;
};

/** The days that a record is narrowed to; neither can be put past the other. */
export function DayRange({ from, to, onDays }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      <DayField label={t('records.from')} value={from} max={to} onDay={(day) => onDays({ from: day })} />
      <DayField label={t('records.to')} value={to} min={from} onDay={(day) => onDays({ to: day })} />
    </>
  );
}
