import { ApiError } from '@parley/api-client';
import { getVerificationCode, register, registrationForm, type Tokens } from '@parley/contract';
import { ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { consentRule } from './consent.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { useCountdown } from './use-countdown.ts';

type Values = {
  email: string;
  code: string;
  tgContact: string;
  password: string;
  confirm: string;
  agreement: true;
};

const initial = { agreement: true };

/** E-mail, its code, a contact, a password. What to do with the new session is the caller's matter. */
export function RegisterForm({ onRegistered }: { onRegistered: (tokens: Tokens) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<Values>();
  const registration = useMutation({
    mutationFn: (values: Values) => client.call(register, { body: values }),
    onSuccess: onRegistered,
    onError: (problem) => showRefusedFields(form, problem),
  });
  const { shape } = registrationForm;
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      onFinish={(values) => registration.mutate(values)}
      onValuesChange={() => registration.reset()}
    >
      <Form.Item
        name="email"
        label={t('identity.email')}
        rules={[schemaRule(shape.email, t)]}
        validateTrigger={['onBlur', 'onSubmit']}
      >
        <Input type="email" inputMode="email" autoComplete="email" autoFocus />
      </Form.Item>
      <CodeField />
      <Form.Item
        name="tgContact"
        label={t('identity.contact')}
        extra={t('identity.contactHint')}
        rules={[schemaRule(shape.tgContact, t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <PasswordFields />
      <Form.Item name="agreement" valuePropName="checked" rules={[consentRule(t)]}>
        <Checkbox>{t('identity.consent')}</Checkbox>
      </Form.Item>
      {registration.error ? (
        <Form.Item>
          <ErrorPanel problem={registration.error} />
        </Form.Item>
      ) : null}
      <Button block size="large" type="primary" htmlType="submit" loading={registration.isPending}>
        {t('identity.register')}
      </Button>
    </Form>
  );
}

/** The six digits, and the button that has them mailed; it rests until another may be asked for. */
function CodeField() {
  const { t } = useTranslation();
  const client = useClient();
  const form = Form.useFormInstance<Values>();
  const toasts = useToasts();
  const showError = useErrorToast();
  const [left, begin] = useCountdown();
  const sending = useMutation({
    mutationFn: (email: string) =>
      client.call(getVerificationCode, { query: { email, purpose: 'register' } }),
    onSuccess: ({ resendAfter }) => {
      begin(resendAfter);
      void toasts.success(t('identity.codeSent'));
    },
    onError: (problem) => {
      if (problem instanceof ApiError && problem.retryAfter !== null) begin(problem.retryAfter);
      if (!showRefusedFields(form, problem)) showError(problem);
    },
  });
  const send = async () => {
    try {
      const { email } = await form.validateFields(['email']);
      sending.mutate(email);
    } catch {
      // The field says what is wrong with the address.
    }
  };
  return (
    <Form.Item label={t('identity.code')} htmlFor="code">
      <Space.Compact block>
        <Form.Item
          noStyle
          name="code"
          rules={[schemaRule(registrationForm.shape.code, t)]}
          validateTrigger="onSubmit"
        >
          <Input id="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button disabled={left > 0} loading={sending.isPending} onClick={() => void send()}>
          {left > 0 ? t('identity.resendIn', { seconds: left }) : t('identity.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  );
}
