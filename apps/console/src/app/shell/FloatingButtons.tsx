import { MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SettingsButton } from './SettingsButton.tsx';

type Properties = { onOpenMenu: (() => void) | null };

/**
 * Buttons shown at the window's edge while the navbar is switched off: to the settings that switch it on, and to a menu
 * in a drawer.
 */
export function FloatingButtons({ onOpenMenu }: Properties) {
  const { t } = useTranslation();
  return (
    <div className="loose-buttons">
      {onOpenMenu === null ? null : (
        <Button
          type="text"
          aria-label={t('shell.toggleMenu')}
          icon={<MenuUnfoldOutlined />}
          onClick={onOpenMenu}
        />
      )}
      <SettingsButton />
    </div>
  );
}
