import { useShownTimeZone } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';

/** Shows the time zone in which days are defined, and links to its setting. */
export function TimeZoneLink() {
  const { t } = useTranslation();
  const zone = useShownTimeZone();
  if (zone === undefined) return null;
  return (
    <Link className="zone-note quiet" to={`${paths.userSetting}?tab=workspace`} title={t('zones.daysOf')}>
      {zone}
    </Link>
  );
}
