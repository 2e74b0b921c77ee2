import { type OwnerAccount, resetOwnerTwoFactor } from '@parley/contract/operator';
import { Form, Input } from 'antd';
import { OperatorFormDialog } from './OperatorFormDialog.tsx';
import { operatorPaths } from './operator-paths.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = { email: string };

/** Turns off an owner's two-factor authentication once the owner's address has been typed. Mount it again for each. */
export function ResetTwoFactor({ owner, onClose }: { owner: OwnerAccount; onClose: () => void }) {
  const { t } = useTexts();
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
      : Promise.reject(new Error(t('op.owners.resetTwoFactorWrong')));
  return (
    <OperatorFormDialog
      title={t('op.owners.resetTwoFactorTitle', { name: owner.email })}
      okText={t('op.owners.resetTwoFactor')}
      form={form}
      saved={{ email: '' }}
      saving={saving}
      page={operatorPaths.owners}
      onClose={onClose}
    >
      <p>{t('op.owners.resetTwoFactorHint')}</p>
      <Form.Item
        name="email"
        label={t('op.owners.resetTwoFactorType', { name: owner.email })}
        rules={[{ validator: isOwners }]}
        validateTrigger="onSubmit"
      >
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Form.Item>
    </OperatorFormDialog>
  );
}
