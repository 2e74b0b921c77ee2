import { isApiError } from '@parley/api-client';
import {
  createWorkOrderShare,
  fanNames,
  shareForm,
  updateWorkOrderShare,
  type WorkOrderShare,
} from '@parley/contract/work-order-shares';
import { useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessFields } from '../../entities/share-links/AccessFields.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';
import { OrderFields } from './OrderFields.tsx';
import { findShare, orderPassword } from './queries.ts';
import { blank, formFrom, type ShareValues, valuesOf } from './share-values.ts';

// i18n-keys: workOrderShares.fans.*

type Properties = {
  /** The share to change; undefined: a new one. */
  existing?: WorkOrderShare | undefined;
  /** The initial work orders of a new share. */
  orders?: readonly { id: string; name: string; platform: WorkOrderShare['orders'][number]['platform'] }[];
  onClose: () => void;
  /** Receives a newly created share. */
  onShared?: (share: WorkOrderShare) => void;
};

const causes = { 'work-order-share.password-needed': 'password' } as const;

function useSave(form: FormInstance<ShareValues>, { existing, onClose, onShared }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: (base: WorkOrderShare | undefined) => {
      const body = formFrom(form.getFieldsValue(true));
      return base === undefined
        ? client.call(createWorkOrderShare, { body })
        : client.call(updateWorkOrderShare, {
            body: { ...body, shareId: base.id, version: base.version },
          });
    },
    onSuccess: (share) => {
      toasts.success(t('shareLinks.saved'));
      onClose();
      if (existing === undefined) onShared?.(share);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.workOrderShares }),
  });
  return { save, problem, clear };
}

/** Shares work orders by a new link, or changes what a link shows. Mount it again for each. */
export function ShareDialog(properties: Properties) {
  const { existing, orders = [], onClose } = properties;
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<ShareValues>();
  const [base, setBase] = useState(existing);
  const begun = base === undefined ? blank(orders) : valuesOf(base);
  const { save, problem, clear } = useSave(form, properties);
  const stale = isApiError(problem, 'resource.stale');
  const known =
    base?.orders ??
    orders.map(({ id, name, platform }) => ({ workOrderId: id, name, platform, socialAccountIds: null }));
  return (
    <FormDialog<ShareValues>
      form={form}
      title={t(existing === undefined ? 'workOrderShares.create' : 'shareLinks.change')}
      okText={t(existing === undefined ? 'workOrderShares.create' : 'shareLinks.save')}
      busy={save.isPending}
      okButtonProps={{ disabled: stale }}
      initialValues={begun}
      onSave={() => save.mutate(base)}
      onClose={onClose}
    >
      <Form.Item name="title" label={t('shareLinks.title')} rules={[schemaRule(shareForm.title, t)]} required>
        <Input maxLength={120} />
      </Form.Item>
      <OrderFields form={form} known={known} />
      <Access form={form} />
      <Form.Item
        name="fanNames"
        label={t('workOrderShares.fanNames')}
        extra={t('workOrderShares.fanNamesHint')}
      >
        <Select
          options={fanNames.options.map((value) => ({ value, label: t(`workOrderShares.fans.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="chatHistory"
        label={t('workOrderShares.chatHistory')}
        extra={t('workOrderShares.chatHistoryHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <SavingProblem
        problem={problem}
        base={base}
        read={({ id }) => findShare(client, id)}
        onTakeTheirs={(theirs) => {
          setBase(theirs);
          form.setFieldsValue(valuesOf(theirs));
          clear();
        }}
        onKeepMine={save.mutate}
      />
    </FormDialog>
  );
}

/** Access fields with the password of the first work order; a new one is set for all of them. */
function Access({ form }: { form: FormInstance<ShareValues> }) {
  const { t } = useTranslation();
  const access = Form.useWatch('access', form) ?? 'password';
  const [first] = Form.useWatch('orderIds', form) ?? [];
  const isAsked = access === 'password' && first !== undefined;
  const { data } = useQuery({ ...orderPassword(useClient(), first ?? ''), enabled: isAsked });
  const password = data?.password ?? null;
  const hint =
    password === null ? t('workOrderShares.passwordHint') : t('workOrderShares.passwordKept', { password });
  return <AccessFields present={password} hint={hint} />;
}
