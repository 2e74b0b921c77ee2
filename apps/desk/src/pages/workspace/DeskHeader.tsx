// i18n-keys: live.*
import {
  BellOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { printableLine, useOnline } from '@parley/ui';
import { Button, Dropdown } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CharactersLeft } from '../../features/identity/CharactersLeft.tsx';
import type { Me } from '../../features/identity/me-query.ts';
import { ProspectiveFansButton } from '../../features/prospective-fans/ProspectiveFansButton.tsx';
import { TodaysGoals } from '../../features/work-orders/TodaysGoals.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { brandName } from '../../ui/brand-name.ts';
import { PreferenceMenu } from '../../ui/PreferenceMenu.tsx';

type Properties = { me: Me; onOpen: (panel: 'prospective-fans' | 'alerts' | 'settings' | 'help') => void };

export const DeskHeader = memo(function DeskHeader({ me, onOpen }: Properties) {
  const { t } = useTranslation();
  const { logOut } = useDesk();
  const online = useOnline();
  const state = useConnected() ? 'connected' : online ? 'connecting' : 'offline';
  // The visible text is part of the accessible name, so that voice control finds the element.
  const name = printableLine(me.remark || me.accountName, 30);
  const stateName = t(`live.${state}`);
  return (
    <header className="desk-header">
      <h1 className="desk-brand">{brandName}</h1>
      <span className="desk-dot" data-state={state === 'connected' ? 'online' : state} title={stateName}>
        <span className="only-read-aloud" role="status">
          {stateName}
        </span>
      </span>
      <span className="desk-header-space" />
      <TodaysGoals />
      <CharactersLeft me={me} />
      <ProspectiveFansButton onOpen={() => onOpen('prospective-fans')} />
      <Button
        type="text"
        icon={<BellOutlined />}
        aria-label={t('alert.settings')}
        title={t('alert.settings')}
        onClick={() => onOpen('alerts')}
      />
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={t('settings.desk')}
        title={t('settings.desk')}
        onClick={() => onOpen('settings')}
      />
      <Button
        className="desk-wide-only"
        type="text"
        icon={<QuestionCircleOutlined />}
        aria-label={t('shortcut.title')}
        title={t('shortcut.title')}
        onClick={() => onOpen('help')}
      />
      <PreferenceMenu />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [{ key: 'out', icon: <LogoutOutlined />, label: t('logOut'), onClick: logOut }],
        }}
      >
        <Button type="text" icon={<UserOutlined />} aria-label={t('accountMenu', { name })}>
          <bdi className="desk-wide-only desk-cut">{name}</bdi>
        </Button>
      </Dropdown>
    </header>
  );
});
