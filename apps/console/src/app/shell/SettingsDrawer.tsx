import { ConfirmPopover, CopyButton, useTheme } from '@parley/ui';
import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout, useLayoutStore } from '../../lib/layout-context.tsx';
import { useNarrow } from '../../lib/use-narrow.ts';
import { ColorChoice } from './settings/ColorChoice.tsx';
import { MenuWidth } from './settings/MenuWidth.tsx';
import { ServerMenu } from './settings/ServerMenu.tsx';
import { Setting } from './settings/Setting.tsx';
import { ThemeChoice } from './settings/ThemeChoice.tsx';

/** The application's settings; each takes effect at once and is stored in this browser. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const store = useLayoutStore();
  const [settings] = useLayout();
  const { setTheme } = useTheme();
  const reset = () => {
    store.reset();
    setTheme(store.get().theme);
  };
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(340px, 100vw)"
      title={t('settings.title')}
      footer={
        <div className="settings-footer">
          <CopyButton
            labelled
            type="primary"
            size="middle"
            label={t('settings.copy')}
            text={JSON.stringify(settings, null, 2)}
          />
          <ConfirmPopover title={t('settings.resetSure')} onConfirm={reset}>
            <Button>{t('settings.reset')}</Button>
          </ConfirmPopover>
        </div>
      }
    >
      <section className="settings" aria-label={t('settings.look')}>
        <h3>{t('settings.look')}</h3>
        <ThemeChoice />
        <ColorChoice />
        <Setting name="colorWeak" label={t('settings.colorWeak')} />
      </section>
      <section className="settings" aria-label={t('settings.pieces')}>
        <h3>{t('settings.pieces')}</h3>
        <Setting name="navbar" label={t('settings.navbar')} />
        <Setting name="tabBar" label={t('settings.tabBar')} />
        <Setting name="footer" label={t('settings.footer')} />
      </section>
      <MenuSettings />
    </Drawer>
  );
}

/** Settings for the menu's position; a setting without effect in combination with the others is disabled. */
function MenuSettings() {
  const { t } = useTranslation();
  const [{ menu, topMenu, hideMenu, navbar }] = useLayout();
  const narrow = useNarrow();
  const atTheSide = menu && !hideMenu && !narrow && !(topMenu && navbar);
  return (
    <section className="settings" aria-label={t('settings.menus')}>
      <h3>{t('settings.menus')}</h3>
      <Setting name="menu" label={t('settings.menu')} />
      <Setting
        name="topMenu"
        label={t('settings.topMenu')}
        disabled={!menu || hideMenu || narrow || !navbar}
      />
      <Setting name="hideMenu" label={t('settings.hideMenu')} disabled={!menu || narrow} />
      <Setting name="menuCollapse" label={t('settings.menuCollapse')} disabled={!atTheSide} />
      <MenuWidth disabled={!menu || (topMenu && navbar && !hideMenu && !narrow)} />
      <ServerMenu />
    </section>
  );
}
