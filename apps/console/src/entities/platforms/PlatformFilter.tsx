import { type PlatformId, platformIds, platforms } from '@parley/contract/catalogues';
import { interfaceLanguageOf, useClear } from '@parley/ui';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  value: PlatformId | undefined;
  onPlatform: (platform: PlatformId | undefined) => void;
  className?: string;
};

/** Narrows a list to one platform. */
export function PlatformFilter({ value, onPlatform, className = 'filter-wide' }: Properties) {
  const clear = useClear();
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <Select<PlatformId>
      allowClear={clear}
      showSearch={{ optionFilterProp: 'label' }}
      className={className}
      aria-label={t('table.platform')}
      placeholder={t('table.platform')}
      value={value ?? null}
      onChange={(platform?: PlatformId) => onPlatform(platform)}
      options={platformIds.map((one) => ({ value: one, label: platforms[one].names[language] }))}
    />
  );
}
