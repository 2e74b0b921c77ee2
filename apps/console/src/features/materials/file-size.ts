import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

const KiB = 1024;
const MiB = KiB * KiB;

/** Writes a number of bytes as people read it. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (bytes) =>
    bytes < MiB
      ? t('materials.kilobytes', { size: number(Math.ceil(bytes / KiB)) })
      : t('materials.megabytes', { size: number(Math.round((bytes / MiB) * 10) / 10) });
}
