import { allocateCharacters, allocationAmount, type SubAccount } from '@parley/contract';
import { ForeignText, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useIdPerContent } from '../../lib/request-id.ts';
import { useClient } from '../../lib/session-context.tsx';

type Values = { amount: number; remark?: string };

type Properties = {
  /** Who gets them. */
  subAccount: SubAccount;
  /** What the owner has to give; undefined while unknown. */
  available: number | undefined;
  onClose: () => void;
};

/** Moves characters from the owner to one sub-account. Mount it anew for each allocation. */
export function AllocateCharacters({ subAccount, available, onClose }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const toasts = useToasts();
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const idOf = useIdPerContent();
  const allocation = useMutation({
    mutationFn: ({ amount, remark }: Values) =>
      client.call(allocateCharacters, {
        body: {
          requestId: idOf(`${amount} ${remark ?? ''}`),
          subAccountId: subAccount.id,
          amount,
          ...(remark === undefined || remark.trim() === '' ? {} : { remark: remark.trim() }),
        },
      }),
    onSuccess: (after) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
      void queryClient.invalidateQueries({ queryKey: queryKeys.characters });
      void toasts.success(t('subAccounts.allocated', { left: number(after.remaining) }));
      onClose();
    },
    onError: (problem) => {
      if (!showRefusedFields(form, problem)) showError(problem);
    },
  });

  return (
    <Modal
      open
      title={t('subAccounts.allocateTitle')}
      okText={t('subAccounts.allocate')}
      confirmLoading={allocation.isPending}
      onCancel={onClose}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId }}
    >
      <p>
        <span className="code">{subAccount.accountName}</span> ·{' '}
        <ForeignText>{subAccount.remark}</ForeignText>
      </p>
      <Form id={formId} form={form} layout="vertical" onFinish={(values) => allocation.mutate(values)}>
        <Form.Item
          name="amount"
          label={t('subAccounts.amount')}
          extra={available === undefined ? undefined : t('characters.leftNamed', { left: number(available) })}
          rules={[schemaRule(allocationAmount, t)]}
        >
          <InputNumber
            autoFocus
            min={1}
            max={1_000_000_000}
            step={10_000}
            precision={0}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item name="remark" label={t('subAccounts.allocationRemark')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
