import {
  CompassOutlined,
  LinkOutlined,
  LogoutOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { ForeignText, LazyDropdown, lazyDialog } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useLayout } from '../../lib/layout-context.tsx';
import { paths } from '../../lib/paths.ts';
import { useClient, useSession } from '../../lib/session-context.tsx';
import { hasUnsaved } from '../../lib/unsaved-changes.ts';
import { loginUserInfo } from '../../lib/user.ts';
import { useUnsavedChangesDialog } from '../../ui/use-unsaved-changes-dialog.tsx';

const QuickLink = lazyDialog(async () => (await import('../../features/identity/QuickLink.tsx')).QuickLink);

type Actions = { name: string | undefined; onLink: () => void; onLeave: () => void };

/** Returns the menu items, headed by the user's name. */
function useItems({ name, onLink, onLeave }: Actions): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [, change] = useLayout();
  return [
    { key: 'who', disabled: true, label: <ForeignText>{name ?? t('shell.account')}</ForeignText> },
    { type: 'divider' },
    {
      key: 'profile',
      icon: <UserOutlined />,
      label: t('page.userInfo'),
      onClick: () => void navigate(paths.userInfo),
    },
    {
      key: 'settings',
      icon: <SettingOutlined />,
      label: t('page.userSetting'),
      onClick: () => void navigate(paths.userSetting),
    },
    { key: 'quickLink', icon: <LinkOutlined />, label: t('quickLink.open'), onClick: onLink },
    {
      key: 'tour',
      icon: <CompassOutlined />,
      label: t('tour.restart'),
      onClick: () => change({ guideState: true, guideType: 'open', maskTourState: true }),
    },
    { key: 'leave', icon: <LogoutOutlined />, label: t('shell.logOut'), onClick: onLeave },
  ];
}

/** The logged-in user's menu, with the link for another browser and the logout. */
export function UserMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const { pathname, search } = useLocation();
  const [linking, setLinking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [attempt, question] = useUnsavedChangesDialog();
  const user = useQuery(loginUserInfo(useClient()));
  const portrait = user.data?.headPortrait ?? null;
  const face = portrait === null ? <UserOutlined /> : <img className="portrait" src={portrait} alt="" />;
  const leave = () => {
    setLeaving(true);
    void session.logOut();
  };
  const items = useItems({
    name: user.data?.emailAddress,
    onLink: () => setLinking(true),
    onLeave: () => attempt(hasUnsaved(), leave),
  });
  return (
    <>
      <LazyDropdown trigger={['click']} menu={{ items }}>
        <Button type="text" aria-label={t('shell.account')} icon={face} loading={leaving} />
      </LazyDropdown>
      {question}
      {linking ? <QuickLink target={pathname + search} onClose={() => setLinking(false)} /> : null}
    </>
  );
}
