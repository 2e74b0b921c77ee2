import type { RequestOf } from '@parley/contract';
import { updateUserBindEmail } from '@parley/contract/identity';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { CodeField } from './CodeField.tsx';
import { useFormUnsaved } from './use-form-unsaved.ts';

type Values = RequestOf<typeof updateUserBindEmail>['body'];

/** Errors that concern one field. */
const causes = { 'identity.wrong-password': 'password' } as const;

type Properties = {
  onChanged: (emails: { old: string; new: string }) => void;
};

/** Changes the e-mail address: the old one, the new one, the code sent to the new one, and the account's password. */
export function ChangeEmail({ onChanged }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  useFormUnsaved(form);
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const change = useMutation({
    ...handlers,
    mutationFn: (values: Values) => client.call(updateUserBindEmail, { body: values }),
    onSuccess: (_, { oldEmail, newEmail }) => {
      form.resetFields();
      void toasts.success(t('identity.emailChanged'));
      onChanged({ old: oldEmail, new: newEmail });
    },
  });
  const { password } = updateUserBindEmail.body.shape;
  return (
    <Form
      // Other forms on the page have fields of the same names, so ids are prefixed with the form's name.
      name="change-email"
      form={form}
      layout="vertical"
      // Native validation messages are in the browser's language and cover only one field.
      noValidate
      className="narrow-form"
      onFinish={(values) => change.mutate(values)}
      onValuesChange={clear}
    >
      <AddressFields />
      <CodeField purpose="bind-email" emailField="newEmail" />
      <Form.Item
        name="password"
        label={t('identity.presentPassword')}
        rules={[schemaRule(password, t)]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('identity.changeEmail')}
      </Button>
    </Form>
  );
}

function AddressFields() {
  const { t } = useTranslation();
  const { oldEmail, newEmail } = updateUserBindEmail.body.shape;
  return (
    <>
      <Form.Item
        name="oldEmail"
        label={t('identity.oldEmail')}
        rules={[schemaRule(oldEmail, t)]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input type="email" inputMode="email" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="newEmail"
        label={t('identity.newEmail')}
        extra={t('identity.newEmailHint')}
        rules={[schemaRule(newEmail, t)]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input type="email" inputMode="email" autoComplete="email" />
      </Form.Item>
    </>
  );
}
