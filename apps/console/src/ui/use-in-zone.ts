import { useShownTimeZone } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** Returns a function that adds the time zone to a title of days or times. */
export function useInZone(): (what: string) => string {
  const { t } = useTranslation();
  const zone = useShownTimeZone();
  return (what) => (zone === undefined ? what : t('zones.of', { what, zone }));
}
