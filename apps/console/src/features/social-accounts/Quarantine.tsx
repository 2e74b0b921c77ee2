import { discardQuarantined, type QuarantinedMessage, retryQuarantined } from '@parley/contract/channels';
import {
  ConfirmPopover,
  EmptyState,
  ErrorPanel,
  ForeignText,
  useErrorToast,
  useFormats,
  useToasts,
} from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Pagination, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { quarantinePageSize as pageSize, useQuarantine } from './use-quarantine.ts';

// i18n-keys: quarantine.reason.*

type Properties = {
  /** Limits the list to one account; left out: all. */
  socialAccountId?: string | undefined;
  onClose: () => void;
};

/** Lists inbound messages that couldn't be stored, with reasons, to retry or discard them. */
export function Quarantine({ socialAccountId, onClose }: Properties) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const page = useQuarantine(pageNo, socialAccountId);
  const { data } = page;
  return (
    <Drawer open title={t('quarantine.title')} size={640} onClose={onClose}>
      <p className="quiet">{t('quarantine.hint')}</p>
      {data === undefined || data.evicted === 0 ? null : (
        <Alert
          type="error"
          showIcon
          title={t('quarantine.evicted', { count: data.evicted })}
          style={{ marginBlockEnd: 12 }}
        />
      )}
      {page.error ? <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} /> : null}
      {page.isPending ? <Skeleton active /> : null}
      {data?.total === 0 ? <EmptyState title={t('quarantine.none')} /> : null}
      <ul className="quarantine">
        {data?.list.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {data !== undefined && data.total > pageSize ? (
        <Pagination
          current={pageNo}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      ) : null}
    </Drawer>
  );
}

function Item({ item }: { item: QuarantinedMessage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const body = { ids: [item.id] };
  const onSettled = () => {
    for (const key of ['quarantine', 'socialAccounts', 'chatHistory'] as const)
      void cache.invalidateQueries({ queryKey: queryKeys[key] });
  };
  const retrying = useMutation({
    mutationFn: () => client.call(retryQuarantined, { body }),
    onSuccess: ({ stored, left }) => {
      if (left > 0) return toasts.error(t('quarantine.stillFails'));
      return stored > 0 ? toasts.success(t('quarantine.stored')) : toasts.warning(t('quarantine.gone'));
    },
    onError: showError,
    onSettled,
  });
  const discarding = useMutation({
    mutationFn: () => client.call(discardQuarantined, { body }),
    onSuccess: ({ changed }) =>
      changed > 0 ? toasts.success(t('quarantine.discarded')) : toasts.warning(t('quarantine.gone')),
    onError: showError,
    onSettled,
  });
  return (
    <li>
      <strong>{t(`quarantine.reason.${item.reason}`)}</strong>
      <div className="quiet">
        <ForeignText>{item.socialAccountName}</ForeignText> · {formats.dateTime(item.receivedAt)} ·{' '}
        {t('quarantine.attempts', { count: item.attempts })}
      </div>
      <ForeignText className="code quarantine-excerpt">{item.excerpt}</ForeignText>
      <Space wrap>
        <Button
          size="small"
          disabled={!item.retryable}
          loading={retrying.isPending}
          onClick={() => retrying.mutate()}
        >
          {t('quarantine.retry')}
        </Button>
        <ConfirmPopover
          title={t('quarantine.discardTitle')}
          okText={t('quarantine.discard')}
          okButtonProps={{ danger: true }}
          onConfirm={() => discarding.mutateAsync().catch(() => undefined)}
        >
          <Button size="small" danger>
            {t('quarantine.discard')}
          </Button>
        </ConfirmPopover>
        {item.retryable ? null : <span className="quiet">{t('quarantine.truncated')}</span>}
      </Space>
    </li>
  );
}
