import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';

/** Opens the application's settings. */
export function SettingsButton() {
  const { t } = useTranslation();
  const [{ globalSettings }, change] = useLayout();
  return (
    <Button
      type="text"
      aria-label={t('settings.open')}
      title={t('settings.open')}
      aria-expanded={globalSettings}
      icon={<SettingOutlined />}
      onClick={() => change({ globalSettings: true })}
    />
  );
}
