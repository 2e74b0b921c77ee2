import { GlobalOutlined } from '@ant-design/icons';
import { type InterfaceLanguage, interfaceLanguages } from '@parley/contract';
import { interfaceLanguageNames, LazyDropdown, switchLanguage, useErrorToast } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Switches the interface language at once and stores the choice. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const showError = useErrorToast();
  const choose = (language: InterfaceLanguage) => void switchLanguage(i18n, language).catch(showError);
  return (
    <LazyDropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [i18n.language],
        items: interfaceLanguages.map((language) => ({
          key: language,
          label: <span lang={language}>{interfaceLanguageNames[language]}</span>,
          onClick: () => choose(language),
        })),
      }}
    >
      <Button type="text" aria-label={t('shell.language')} icon={<GlobalOutlined />} />
    </LazyDropdown>
  );
}
