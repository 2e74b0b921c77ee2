import './home.css';
import {
  BellOutlined,
  CompassOutlined,
  MessageOutlined,
  ShopOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import { Button, Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLayout } from '../../../lib/layout-context.tsx';
import { paths } from '../../../lib/paths.ts';

/** Links to the most frequently used pages, and a button that restarts the tour. */
export function QuickStarts() {
  const { t } = useTranslation();
  const [, change] = useLayout();
  const shortcuts = [
    { to: paths.subAccounts, icon: <UserAddOutlined />, name: t('home.quickSubAccount') },
    { to: paths.socialAccounts, icon: <ShopOutlined />, name: t('home.quickSocialAccount') },
    { to: paths.chatHistory, icon: <MessageOutlined />, name: t('home.quickChatHistory') },
    { to: paths.notifications, icon: <BellOutlined />, name: t('home.quickNotifications') },
  ];
  return (
    <Card size="small" title={t('home.quick')}>
      <ul className="quick-starts">
        {shortcuts.map(({ to, icon, name }) => (
          <li key={to}>
            <Link to={to}>
              {icon}
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Button
            type="link"
            icon={<CompassOutlined />}
            onClick={() => change({ guideState: true, guideType: 'open', maskTourState: true })}
          >
            {t('tour.restart')}
          </Button>
        </li>
      </ul>
    </Card>
  );
}
