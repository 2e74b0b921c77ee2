import { GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { type InterfaceLanguage, interfaceLanguages } from '@parley/contract';
import { interfaceLanguageNames, LazyDropdown, switchLanguage, useErrorToast, useTheme } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Selects the interface language and the theme. */
export function PreferenceMenu() {
  const { t, i18n } = useTranslation();
  const { theme, setTheme } = useTheme();
  const showError = useErrorToast();
  const choose = (language: InterfaceLanguage) => void switchLanguage(i18n, language).catch(showError);
  const dark = theme === 'dark';
  return (
    <>
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
        <Button type="text" icon={<GlobalOutlined />} aria-label={t('preferences.language')} />
      </LazyDropdown>
      <Button
        type="text"
        icon={dark ? <SunOutlined /> : <MoonOutlined />}
        aria-label={t(dark ? 'preferences.light' : 'preferences.dark')}
        title={t(dark ? 'preferences.light' : 'preferences.dark')}
        onClick={() => setTheme(dark ? 'light' : 'dark')}
      />
    </>
  );
}
