import { useTheme } from '@parley/ui';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

/** Switches between the light and dark theme. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  return (
    <div className="setting">
      <span id="setting-theme">{t('settings.theme')}</span>
      <Segmented
        aria-labelledby="setting-theme"
        size="small"
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'light', label: t('settings.light') },
          { value: 'dark', label: t('settings.dark') },
        ]}
      />
    </div>
  );
}
