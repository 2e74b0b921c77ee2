// i18n-keys: splitLinks.privacy.knows.*
import {
  getSplitLinkSettings,
  type StoredAddresses,
  storedAddresses,
  updateSplitLinkSettings,
} from '@parley/contract/split-reports';
import { ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Modal, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

// i18n-keys: splitLinks.privacy.addresses.*

/** Sets how visitors' IP addresses are stored. */
export function VisitorPrivacy({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const [chosen, setChosen] = useState<StoredAddresses>();
  const query = useQuery({
    queryKey: queryKeys.splitLinkSettings,
    queryFn: ({ signal }) => client.call(getSplitLinkSettings, {}, { signal }),
  });
  const saving = useMutation({
    mutationFn: (addresses: StoredAddresses) => client.call(updateSplitLinkSettings, { body: { addresses } }),
    onSuccess: () => {
      toasts.success(t('splitLinks.saved'));
      onClose();
    },
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.splitLinkSettings }),
  });
  const addresses = chosen ?? query.data?.addresses;
  return (
    <Modal
      open
      title={t('splitLinks.privacy.title')}
      okText={t('splitLinks.save')}
      okButtonProps={{ disabled: addresses === undefined }}
      confirmLoading={saving.isPending}
      onOk={() => (addresses === undefined ? undefined : saving.mutate(addresses))}
      onCancel={onClose}
    >
      {query.data === undefined ? (
        query.error ? (
          <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton active />
        )
      ) : (
        <Form layout="vertical" component="div">
          <Form.Item label={t('splitLinks.privacy.addressesName')} extra={t('splitLinks.privacy.hint')}>
            <Radio.Group
              aria-label={t('splitLinks.privacy.addressesName')}
              value={addresses}
              onChange={({ target }) => setChosen(storedAddresses.parse(target.value))}
              options={storedAddresses.options.map((value) => ({
                value,
                label: t(`splitLinks.privacy.addresses.${value}`),
              }))}
            />
          </Form.Item>
          <p className="quiet">{t(`splitLinks.privacy.knows.${query.data.knows}`)}</p>
        </Form>
      )}
    </Modal>
  );
}
