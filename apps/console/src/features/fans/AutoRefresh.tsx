import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const refreshMinutes = [0, 1, 5, 10, 30] as const;
const storageKey = 'fansRefresh';

const kept = (): number => {
  const minutes = Number(localStorage.getItem(storageKey));
  return refreshMinutes.find((one) => one === minutes) ?? 0;
};

/** Returns the refresh interval of the list in minutes, as stored in this browser; 0: never. */
export function useRefreshMinutes(): [number, (minutes: number) => void] {
  const [minutes, setMinutes] = useState(kept);
  return [
    minutes,
    (next) => {
      if (next === 0) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, String(next));
      setMinutes(next);
    },
  ];
}

type Properties = { minutes: number; onChange: (minutes: number) => void };

export function AutoRefresh({ minutes, onChange }: Properties) {
  const { t } = useTranslation();
  return (
    <Select<number>
      aria-label={t('fans.refresh')}
      value={minutes}
      onChange={onChange}
      popupMatchSelectWidth={false}
      options={refreshMinutes.map((one) => ({
        value: one,
        label: one === 0 ? t('fans.refreshOff') : t('fans.refreshEvery', { count: one }),
      }))}
    />
  );
}
