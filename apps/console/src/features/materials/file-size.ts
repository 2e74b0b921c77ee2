// i18n-keys: materials.kilobytes materials.megabytes materials.gigabytes
import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

const KiB = 1024;
const units = [
  { unit: 'gigabytes', bytes: KiB ** 3 },
  { unit: 'megabytes', bytes: KiB ** 2 },
] as const;

/** Returns a function that formats a number of bytes with a unit. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (size) => {
    const larger = units.find(({ bytes }) => size >= bytes);
    if (larger === undefined) return t('materials.kilobytes', { size: number(Math.ceil(size / KiB)) });
    return t(`materials.${larger.unit}`, { size: number(Math.round((size / larger.bytes) * 10) / 10) });
  };
}
