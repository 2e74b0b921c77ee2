import { resetSubAccountPassword, type SubAccount } from '@parley/contract';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { optionalPassword } from './sub-account-values.ts';
import { useRefreshSubAccounts } from './use-refresh.ts';

type Properties = {
  subAccount: SubAccount;
  onClose: () => void;
  /** The password stands in this answer and nowhere else. */
  onMade: (made: { accountName: string; password: string }) => void;
};

/** Gives a sub-account another password, which logs its desks out. Mount it anew for each. */
export function NewPassword({ subAccount, onClose, onMade }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const refresh = useRefreshSubAccounts();
  const showError = useErrorToast();
  const [form] = Form.useForm<{ password: string }>();
  const formId = useId();
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
    <Modal
      open
      title={t('subAccounts.newPasswordTitle', { name: subAccount.accountName })}
      okText={t('subAccounts.newPasswordOk')}
      confirmLoading={setting.isPending}
      onCancel={onClose}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId }}
    >
      <p>{t('subAccounts.newPasswordHint')}</p>
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={{ password: '' }}
        onFinish={(values) => setting.mutate(values)}
      >
        <Form.Item
          name="password"
          label={t('subAccounts.password')}
          extra={t('subAccounts.passwordHint')}
          rules={[schemaRule(optionalPassword, t)]}
        >
          <Input.Password autoFocus autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
