import { resetSubAccountPassword, type SubAccount } from '@parley/contract/sub-accounts';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { optionalPassword } from './sub-account-values.ts';
import { useRefreshSubAccounts } from './use-refresh.ts';

type Properties = {
  subAccount: SubAccount;
  onClose: () => void;
  /** Receives the password, which only this answer contains. */
  onMade: (made: { accountName: string; password: string }) => void;
};

/** Sets another password for a sub-account, which logs its desks out. Mount it again for each. */
export function NewPassword({ subAccount, onClose, onMade }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const refresh = useRefreshSubAccounts();
  const showError = useErrorToast();
  const [form] = Form.useForm<{ password: string }>();
  const setting = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      client.call(resetSubAccountPassword, {
        body: { subAccountId: subAccount.id, ...(password === '' ? {} : { password }) },
      }),
    onSuccess: (made) => {
      onClose();
      onMade(made);
    },
    onError: (problem) => {
      if (!showRefusedFields(form, problem)) showError(problem);
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={t('subAccounts.newPasswordTitle', { name: subAccount.accountName })}
      okText={t('subAccounts.newPasswordOk')}
      form={form}
      onClose={onClose}
      busy={setting.isPending}
      initialValues={{ password: '' }}
      onSave={(values) => setting.mutate(values)}
    >
      <p>{t('subAccounts.newPasswordHint')}</p>
      <Form.Item
        name="password"
        label={t('subAccounts.password')}
        extra={t('subAccounts.passwordHint')}
        rules={[schemaRule(optionalPassword, t)]}
      >
        <Input.Password autoFocus autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
