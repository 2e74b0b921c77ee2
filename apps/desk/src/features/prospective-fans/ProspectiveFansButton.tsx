import { ContactsOutlined } from '@ant-design/icons';
import { onNetworkIdle } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';

import { openCountQuery, useProspectiveFanUpdates } from './open-count.ts';

/** The count is fetched after a quiet period, because conversations have priority. */
const quietMs = 1_200;

/** Opens the list of prospective fans, with the number of open ones. */
export function ProspectiveFansButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => onNetworkIdle(quietMs, () => setQuiet(true)), []);
  const { data } = useQuery({ ...openCountQuery(client), enabled: isQuiet });
  useProspectiveFanUpdates();
  const count = data?.count ?? 0;
  const shown = data?.more ? `${count}+` : String(count);
  const name = t('prospectiveFan.title');
  return (
    <Badge
      size="small"
      offset={[-8, 8]}
      count={count === 0 ? 0 : shown}
      title={t('prospectiveFan.openCount', { count, shown })}
    >
      <Button
        type="text"
        icon={<ContactsOutlined />}
        aria-label={count === 0 ? name : `${name}: ${t('prospectiveFan.openCount', { count, shown })}`}
        aria-keyshortcuts="L"
        title={name}
        onClick={onOpen}
      />
    </Badge>
  );
}
