import type { RequestOf } from '@parley/contract';
import { forgotPassword, forgotPasswordForm } from '@parley/contract/identity';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { blurRules, validatedOnBlur } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { CodeField } from './CodeField.tsx';
import { PasswordFields } from './PasswordFields.tsx';

type Values = RequestOf<typeof forgotPassword>['body'];

type Properties = {
  /** Called when the new password is set and all sessions of the account have ended. */
  onChanged: (login: { email: string; password: string }) => void;
};

/** Sets a new password with a code sent by e-mail. */
export function ForgotPasswordForm({ onChanged }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<Values>();
  const { problem, clear, handlers } = useFormProblem(form);
  const change = useMutation({
    ...handlers,
    mutationFn: (values: Values) => client.call(forgotPassword, { body: values }),
    onSuccess: (_, { email, password }) => onChanged({ email: email.trim(), password }),
  });
  return (
    <Form
      form={form}
      layout="vertical"
      // Native validation messages are in the browser's language and cover only one field.
      noValidate
      onFinish={(values) => change.mutate(values)}
      onValuesChange={clear}
    >
      <Form.Item
        name="email"
        label={t('identity.email')}
        rules={blurRules(forgotPasswordForm.shape.email, t)}
        validateTrigger={validatedOnBlur}
      >
        <Input type="email" inputMode="email" autoComplete="username" autoFocus />
      </Form.Item>
      <CodeField purpose="forgot-password" emailField="email" />
      <PasswordFields label={t('identity.newPassword')} />
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button block size="large" type="primary" htmlType="submit" loading={change.isPending}>
        {t('identity.setPassword')}
      </Button>
    </Form>
  );
}
