import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../../lib/layout-context.tsx';
import { useFetchMenu } from '../use-server-menu.ts';
import { Setting } from './Setting.tsx';

/** Switches to a menu supplied by the server, which can be requested again and cleared. */
export function ServerMenu() {
  const { t } = useTranslation();
  const [{ menuFromServer, serverMenu }, change] = useLayout();
  const fetchMenu = useFetchMenu();
  return (
    <>
      <Setting name="menuFromServer" label={t('settings.menuFromServer')} />
      {menuFromServer ? (
        <div className="setting">
          <Button size="small" onClick={() => void fetchMenu()}>
            {t('settings.fetchMenu')}
          </Button>
          <Button
            size="small"
            danger
            disabled={serverMenu.length === 0}
            onClick={() => change({ serverMenu: [] })}
          >
            {t('settings.clearMenu')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
