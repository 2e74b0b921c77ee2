import {
  allocateCharacters,
  allocationAmount,
  type SubAccount,
  takeBackCharacters,
} from '@parley/contract/sub-accounts';
import { ForeignText, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Form, type FormInstance, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useIdPerContent } from '../../lib/use-id-per-content.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { useRefreshSubAccounts } from './use-refresh.ts';

// i18n-keys: subAccounts.allocating.* subAccounts.reclaiming.*

type Values = { amount: number; remark?: string };

type Properties = {
  direction: 'allocate' | 'takeBack';
  /** The sub-account that receives or returns them. */
  subAccount: SubAccount;
  /** The owner's balance; undefined while it is loading. */
  available: number | undefined;
  onClose: () => void;
};

const ways = {
  allocate: { endpoint: allocateCharacters, texts: 'subAccounts.allocating' },
  takeBack: { endpoint: takeBackCharacters, texts: 'subAccounts.reclaiming' },
} as const;

type MoveProperties = Pick<Properties, 'direction' | 'subAccount' | 'onClose'>;

/** Moves characters idempotently: the same form content, submitted again, moves nothing more. */
function useMove(form: FormInstance<Values>, { direction, subAccount, onClose }: MoveProperties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const toasts = useToasts();
  const client = useClient();
  const refresh = useRefreshSubAccounts();
  const showError = useErrorToast();
  const idOf = useIdPerContent();
  const { endpoint, texts } = ways[direction];
  return useMutation({
    mutationFn: ({ amount, remark }: Values) =>
      client.call(endpoint, {
        body: {
          requestId: idOf(`${amount} ${remark ?? ''}`),
          subAccountId: subAccount.id,
          amount,
          ...(remark === undefined || remark.trim() === '' ? {} : { remark: remark.trim() }),
        },
      }),
    onSuccess: (after) => {
      toasts.success(t(`${texts}.done`, { left: number(after.remaining) }));
      onClose();
    },
    onError: (problem) => {
      if (!showRefusedFields(form, problem, { 'characters.short': 'amount' })) showError(problem);
    },
    onSettled: refresh,
  });
}

/** Moves characters from the owner to a sub-account, or back. Mount it again for each move. */
export function MoveCharacters({ direction, subAccount, available, onClose }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [form] = Form.useForm<Values>();
  const { texts } = ways[direction];
  const source = direction === 'allocate' ? available : subAccount.remaining;
  const move = useMove(form, { direction, subAccount, onClose });

  return (
    <FormDialog
      title={t(`${texts}.title`)}
      okText={t(`${texts}.ok`)}
      form={form}
      onClose={onClose}
      busy={move.isPending}
      onSave={(values) => move.mutate(values)}
    >
      <p>
        <span className="code">{subAccount.accountName}</span> ·{' '}
        <ForeignText>{subAccount.remark}</ForeignText>
      </p>
      <Form.Item
        name="amount"
        label={t(`${texts}.amount`)}
        extra={source === undefined ? undefined : t(`${texts}.left`, { left: number(source) })}
        rules={[schemaRule(allocationAmount, t)]}
      >
        <WholeNumberInput autoFocus />
      </Form.Item>
      <Form.Item name="remark" label={t('subAccounts.allocationRemark')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
