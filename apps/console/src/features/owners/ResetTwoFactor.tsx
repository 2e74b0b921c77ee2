import { type OwnerAccount, resetOwnerTwoFactor } from '@parley/contract/operator';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { OperatorFormDialog } from '../../entities/operator/OperatorFormDialog.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useSave } from '../../entities/operator/use-save.ts';

type Values = { email: string };

/**
 * Turns off an owner's two-factor authentication after the owner's e-mail address was typed as confirmation. Mount it
 * again for each.
 */
export function ResetTwoFactor({ owner, onClose }: { owner: OwnerAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const saving = useSave({
    form,
    refresh: operatorKeys.owners,
    send: () => client.call(resetOwnerTwoFactor, { params: { userId: owner.id } }),
    onSaved: onClose,
  });
  const isOwners = (_: unknown, typed: string) =>
    typed.trim().toLowerCase() === owner.email.toLowerCase()
      ? Promise.resolve()
      : Promise.reject(new Error(t('owners.resetTwoFactorWrong')));
  return (
    <OperatorFormDialog
      title={t('owners.resetTwoFactorTitle', { name: owner.email })}
      okText={t('owners.resetTwoFactor')}
      form={form}
      saved={{ email: '' }}
      saving={saving}
      onClose={onClose}
    >
      <p>{t('owners.resetTwoFactorHint')}</p>
      <Form.Item
        name="email"
        label={t('owners.resetTwoFactorType', { name: owner.email })}
        rules={[{ validator: isOwners }]}
        validateTrigger="onSubmit"
      >
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Form.Item>
    </OperatorFormDialog>
  );
}
