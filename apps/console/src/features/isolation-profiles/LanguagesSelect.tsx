import { languageName, languageTags } from '@parley/contract/catalogues';
import { interfaceLanguageOf } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Selects the languages reported by the browser, in order: by name, or typed as a tag. */
export function LanguagesSelect(properties: Pick<SelectProps<string[]>, 'value' | 'onChange' | 'id'>) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const options = useMemo(
    () => languageTags.map((value) => ({ value, label: `${languageName(value, language)} (${value})` })),
    [language],
  );
  return (
    <Select<string[]>
      {...properties}
      mode="tags"
      maxCount={8}
      tokenSeparators={[',', ' ']}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      // Names are for searching only; the values, also typed ones, are tags.
      labelRender={({ value }) => value}
      placeholder={t('isolation.languagesPlaceholder')}
    />
  );
}
