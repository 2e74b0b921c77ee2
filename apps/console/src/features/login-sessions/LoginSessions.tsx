import type { Client } from '@parley/api-client';
import {
  endLoginSession,
  type LoginSession,
  loginSessionPage,
  logOutEverywhere,
} from '@parley/contract/identity';
import { ConfirmPopover, ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableColumnsType, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceName } from '../../lib/device-name.ts';
import { useInZone } from '../../ui/use-in-zone.ts';

// i18n-keys: loginSessions.place.*

type Properties = {
  client: Client;
  scope: 'own' | 'sub-accounts';
  /** Called when the caller's own session was ended with the others; left out where that isn't offered. */
  onLoggedOut?: () => void;
};

const pageSize = 10;

/** Lists open login sessions, each with a button that ends it. */
export function LoginSessions({ client, scope, onLoggedOut }: Properties) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [pageNo, setPageNo] = useState(1);
  const key = ['login-sessions', scope];
  const page = useQuery({
    queryKey: [...key, pageNo],
    queryFn: ({ signal }) =>
      client.call(loginSessionPage, { query: { scope, pageNo, pageSize } }, { signal }),
  });
  const ending = useMutation({
    mutationFn: (loginSessionId: string) => client.call(endLoginSession, { params: { loginSessionId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
  const endingAll = useMutation({
    mutationFn: () => client.call(logOutEverywhere),
    onSuccess: () => onLoggedOut?.(),
  });
  const columns = useColumns(scope, (id) => ending.mutate(id));
  if (page.error) return <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} />;
  return (
    <>
      <Table<LoginSession>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={page.data?.list ?? []}
        loading={page.isPending || ending.isPending}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <span className="quiet">{t('loginSessions.noSessions')}</span> }}
        pagination={{
          current: pageNo,
          pageSize,
          total: page.data?.total ?? 0,
          onChange: setPageNo,
          hideOnSinglePage: true,
          showSizeChanger: false,
        }}
      />
      {onLoggedOut === undefined ? null : (
        <ConfirmPopover
          title={t('loginSessions.everywhereTitle')}
          description={t('loginSessions.everywhereHint')}
          onConfirm={() => endingAll.mutate()}
        >
          <Button danger className="below-table" loading={endingAll.isPending}>
            {t('loginSessions.everywhere')}
          </Button>
        </ConfirmPopover>
      )}
    </>
  );
}

function useColumns(scope: Properties['scope'], end: (id: string) => void): TableColumnsType<LoginSession> {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const inZone = useInZone();
  const account: TableColumnsType<LoginSession> = [
    {
      title: t('loginSessions.account'),
      render: (_, { subAccount }) => (
        <ForeignText>{`${subAccount?.remark ?? ''} (${subAccount?.accountName ?? ''})`}</ForeignText>
      ),
    },
  ];
  return [
    ...(scope === 'own' ? [] : account),
    {
      title: t('loginSessions.device'),
      render: (_, row) => (
        <>
          {deviceName(row.userAgent) ?? t('loginSessions.unknownDevice')}{' '}
          {row.current ? <Tag color="success">{t('loginSessions.current')}</Tag> : null}{' '}
          {scope === 'own' ? <Tag>{t(`loginSessions.place.${row.place}`)}</Tag> : null}
        </>
      ),
    },
    {
      title: t('loginSessions.address'),
      render: (_, { address }) => <span className="code">{address}</span>,
    },
    {
      title: inZone(t('loginSessions.lastActive')),
      render: (_, { lastActiveAt }) => dateTime(lastActiveAt),
    },
    {
      title: t('table.actions'),
      render: (_, row) =>
        row.current ? null : (
          <ConfirmPopover title={t('loginSessions.endTitle')} onConfirm={() => end(row.id)}>
            <Button type="link" size="small">
              {t('loginSessions.end')}
            </Button>
          </ConfirmPopover>
        ),
    },
  ];
}
