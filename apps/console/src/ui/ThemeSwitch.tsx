import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useTheme } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Switches between light and dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, setTheme } = useTheme();
  const dark = theme === 'dark';
  const name = t(dark ? 'shell.toLight' : 'shell.toDark');
  return (
    <Button
      type="text"
      aria-label={name}
      title={name}
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
