import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CharactersLeft } from '../../features/characters/CharactersLeft.tsx';
import { paths } from '../../lib/paths.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx';
import { NavbarTools } from './NavbarTools.tsx';
import { SettingsButton } from './SettingsButton.tsx';
import { UserMenu } from './UserMenu.tsx';

type Properties = {
  menuOpen: boolean;
  /** Null where the menu can be neither collapsed nor opened. */
  onToggleMenu: (() => void) | null;
  narrow: boolean;
  topMenu: ReactNode;
};

/** Contains the menu button or the menu itself, remaining characters, language, theme, settings and user menu. */
export function Navbar({ menuOpen, onToggleMenu, narrow, topMenu }: Properties) {
  const { t } = useTranslation();
  return (
    <header className="navbar">
      {onToggleMenu === null ? null : (
        <Button
          type="text"
          aria-label={t('shell.toggleMenu')}
          aria-expanded={menuOpen}
          data-tour="toggle-menu"
          icon={menuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          onClick={onToggleMenu}
        />
      )}
      <Link to={paths.home} className="brand" aria-label={t('shell.toHome')}>
        <BrandMark nameless={narrow} />
      </Link>
      {topMenu ?? <span className="grow" />}
      <CharactersLeft short={narrow || topMenu !== null} />
      <NavbarTools />
      <LanguageSwitch />
      <ThemeSwitch />
      <SettingsButton />
      <UserMenu />
    </header>
  );
}
