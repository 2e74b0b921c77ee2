import { MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SettingsButton } from './SettingsButton.tsx';

type Properties = { onOpenMenu: (() => void) | null };

/** At the edge while there is no navbar: the way back to one, and to a menu that waits behind a button. */
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
