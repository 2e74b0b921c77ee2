import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import { timeLeft } from './time-left.ts';

/** Update interval in ms, so that a displayed minute is at most this late. */
const updateMs = 5000;

type Properties = {
  /** Milliseconds since the epoch; null: it doesn't expire. */
  expiresAt: number | null;
};

/** Counts down the days, hours and minutes until a notification expires. */
export function Expiry({ expiresAt }: Properties) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const now = useNow(updateMs);
  if (expiresAt === null) return <span>{t('notifications.stays')}</span>;
  const left = timeLeft(expiresAt, now);
  if (left === null) return <span>{t('notifications.expired')}</span>;
  return (
    <span className="numeric" role="timer" title={exact(expiresAt)}>
      {t('notifications.expiresIn', left)}
    </span>
  );
}
