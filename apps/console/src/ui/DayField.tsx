import { calendarDay } from '@parley/contract';
import { Input } from 'antd';
import { useState } from 'react';

type Properties = {
  label: string;
  /** `2026-03-01`; undefined: none is chosen. */
  value: string | undefined;
  onDay: (day: string | undefined) => void;
  /** The first and the last day that may be chosen from the calendar. */
  min?: string | undefined;
  max?: string | undefined;
};

/** A day, by the browser's own field: every device has a good one. What is half typed is nobody's filter yet. */
export function DayField({ label, value, onDay, min, max }: Properties) {
  const [typed, setTyped] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value ?? '');
  }
  return (
    <Input
      type="date"
      className="day-field"
      aria-label={label}
      prefix={
        <span className="quiet" aria-hidden="true">
          {label}
        </span>
      }
      value={typed}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        const day = calendarDay.safeParse(target.value).data;
        if (day === undefined && target.value !== '') return;
        setKnown(day);
        onDay(day);
      }}
    />
  );
}
