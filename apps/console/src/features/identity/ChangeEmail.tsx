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

/** Refusals that are a matter of one field. */
const causes = { 'identity.wrong-password': 'password' } as const;

type Properties = {
  onChanged: (emails: { old: string; new: string }) => void;
};

/** The old address, the new one, the code that was mailed to the new one, and the account's password. */
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
      // Fields of the same name stand in other forms of the page: their ids begin with the form's.
      name="change-email"
      form={form}
      layout="vertical"
      // The browser would say it in its own language, and only of one field.
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
