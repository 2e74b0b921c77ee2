import type { PastSession } from '@parley/contract/ports';
import { type Formats, useFormats, useShownTimeZone } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';
import { holderColumns } from './holder-columns.tsx';

// i18n-keys: ports.end.*

const endColors: Readonly<Record<PastSession['end'], string>> = {
  'logged-out': 'default',
  lost: 'warning',
  disabled: 'error',
  'not-permitted': 'error',
};

const minuteMs = 60_000;

/** Formats a duration in hours and minutes, or in seconds below a minute. */
export function durationOf(ms: number, t: TFunction): string {
  if (ms < minuteMs) return t('ports.seconds', { count: Math.max(0, Math.round(ms / 1000)) });
  const minutes = Math.floor(ms / minuteMs);
  return t('ports.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function columnsOf(
  t: TFunction,
  formats: Formats,
  language: string,
  zone: string | undefined,
): Column<PastSession>[] {
  const zoned = (what: string) => (zone === undefined ? what : t('zones.of', { what, zone }));
  return [
    ...holderColumns<PastSession>(t, language),
    {
      key: 'startedAt',
      title: zoned(t('ports.startedAt')),
      width: 150,
      className: 'numeric',
      render: (row) => formats.dateTime(row.startedAt),
    },
    {
      key: 'endedAt',
      title: zoned(t('ports.endedAt')),
      width: 150,
      className: 'numeric',
      render: (row) => formats.dateTime(row.endedAt),
    },
    {
      key: 'duration',
      title: t('ports.duration'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (row) => durationOf(row.endedAt - row.startedAt, t),
    },
    {
      key: 'why',
      title: t('ports.why'),
      width: 190,
      render: ({ end }) => <Tag color={endColors[end]}>{t(`ports.end.${end}`)}</Tag>,
    },
  ];
}

export function usePastSessionColumns(): Column<PastSession>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  const zone = useShownTimeZone();
  return useMemo(() => columnsOf(t, formats, language, zone), [t, formats, language, zone]);
}
