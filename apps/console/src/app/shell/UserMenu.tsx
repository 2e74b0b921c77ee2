import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { getLoginUserInfo } from '@parley/contract';
import { ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient, useSession } from '../../lib/session-context.tsx';

/** Who is logged in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const client = useClient();
  const [leaving, setLeaving] = useState(false);
  const user = useQuery({
    queryKey: queryKeys.user,
    queryFn: ({ signal }) => client.call(getLoginUserInfo, {}, { signal }),
  });
  const leave = () => {
    setLeaving(true);
    void session.logOut();
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'who',
            disabled: true,
            label: <ForeignText>{user.data?.emailAddress ?? t('shell.account')}</ForeignText>,
          },
          { type: 'divider' },
          { key: 'leave', icon: <LogoutOutlined />, label: t('shell.logOut'), onClick: leave },
        ],
      }}
    >
      <Button type="text" aria-label={t('shell.account')} icon={<UserOutlined />} loading={leaving} />
    </Dropdown>
  );
}
