import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CharactersLeft } from '../../features/characters/CharactersLeft.tsx';
import { paths } from '../../lib/paths.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx';
import { UserMenu } from './UserMenu.tsx';

type Properties = { menuOpen: boolean; onToggleMenu: () => void; narrow: boolean };

/** Always in sight: the menu's switch, characters left, language, theme, the user. */
export function Navbar({ menuOpen, onToggleMenu, narrow }: Properties) {
  const { t } = useTranslation();
  return (
    <header className="navbar">
      <Button
        type="text"
        aria-label={t('shell.toggleMenu')}
        aria-expanded={menuOpen}
        icon={menuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={onToggleMenu}
      />
      <Link to={paths.home} className="brand" aria-label={t('shell.toHome')}>
        <img src="/parley.svg" alt="" width={24} height={24} />
        {narrow ? null : <span>Parley</span>}
      </Link>
      <span className="grow" />
      <CharactersLeft short={narrow} />
      <LanguageSwitch />
      <ThemeSwitch />
      <UserMenu />
    </header>
  );
}
