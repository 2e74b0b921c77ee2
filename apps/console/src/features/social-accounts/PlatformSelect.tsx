import { platforms } from '@parley/contract/catalogues';
import type { PlatformInfo } from '@parley/contract/channels';
import { interfaceLanguageOf } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

type Id = PlatformInfo['id'];
type Properties = Pick<SelectProps<Id>, 'value' | 'onChange' | 'id'> & {
  known: readonly PlatformInfo[];
  /** The selectable platforms; null: all. */
  permitted: readonly Id[] | null;
  onChosen: () => void;
};

/**
 * Selects a platform for which the installation has a connector and the sub-account a permission; others are listed but
 * disabled.
 */
export function PlatformSelect({ known, permitted, onChosen, onChange, ...choice }: Properties) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const options = known
    .filter(({ id }) => permitted?.includes(id) ?? true)
    .sort((a, b) => Number(b.available) - Number(a.available))
    .map(({ id, available }) => ({
      value: id,
      disabled: !available,
      label: available
        ? platforms[id].names[language]
        : t('socialAccounts.notAvailable', { name: platforms[id].names[language] }),
    }));
  const { value } = choice;
  const listed = value === undefined || value === null || options.some((option) => option.value === value);
  return (
    <Select<Id>
      {...choice}
      showSearch={{ optionFilterProp: 'label' }}
      // A platform selected before the sub-account keeps its name, with the error below it.
      options={
        listed ? options : [...options, { value, disabled: true, label: platforms[value].names[language] }]
      }
      placeholder={t('socialAccounts.choosePlatform')}
      onChange={(id, option) => {
        onChange?.(id, option);
        onChosen();
      }}
    />
  );
}
