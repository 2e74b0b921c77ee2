import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { maxSharedOrders } from '@parley/contract/work-order-shares';
import { useQuery } from '@tanstack/react-query';
import { Form, type FormInstance, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foundWorkOrders } from '../../entities/work-orders/queries.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { accountChoices } from './queries.ts';
import type { ShareValues } from './share-values.ts';

/** `known`: names of already selected work orders, which the search may not return. */
type Properties = { form: FormInstance<ShareValues>; known: WorkOrderShare['orders'] };

/** Selects work orders, and social accounts of each. */
export function OrderFields({ form, known }: Properties) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { data } = useQuery(foundWorkOrders(useClient(), useDebounced(text.trim(), 300) || undefined));
  const chosen = Form.useWatch('orderIds', form) ?? [];
  const names = new Map([
    ...known.map(({ workOrderId, name }) => [workOrderId, name] as const),
    ...(data?.list ?? []).map(
      ({ id, name, accountName, subAccountRemark }) =>
        [id, `${name} · ${subAccountRemark || accountName}`] as const,
    ),
  ]);
  return (
    <>
      <Form.Item
        name="orderIds"
        label={t('workOrderShares.orders')}
        extra={t('workOrderShares.ordersHint')}
        rules={[{ required: true, message: t('validation.select') }]}
      >
        <Select
          mode="multiple"
          maxCount={maxSharedOrders}
          showSearch={{ filterOption: false, onSearch: setText }}
          options={[...names].map(([value, label]) => ({ value, label }))}
          notFoundContent={t('workOrderShares.noOrders')}
        />
      </Form.Item>
      {chosen.map((workOrderId) => (
        <AccountField key={workOrderId} workOrderId={workOrderId} name={names.get(workOrderId) ?? ''} />
      ))}
    </>
  );
}

function AccountField({ workOrderId, name }: { workOrderId: string; name: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(accountChoices(useClient(), workOrderId));
  return (
    <Form.Item name={['accounts', workOrderId]} label={t('workOrderShares.accountsOf', { name })}>
      <Select
        mode="multiple"
        allowClear
        optionFilterProp="label"
        placeholder={t('workOrderShares.allAccounts')}
        options={(data?.list ?? []).map((one) => ({ value: one.socialAccountId, label: one.name }))}
      />
    </Form.Item>
  );
}
