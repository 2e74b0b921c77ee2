import { register, registrationForm, type Tokens } from '@parley/contract/identity';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blurRules, schemaRule, validatedOnBlur } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { ownTimeZone } from '../../lib/time-zones.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx';
import { CodeField } from './CodeField.tsx';
import { ConsentField } from './ConsentField.tsx';
import { PasswordFields } from './PasswordFields.tsx';

type Values = {
  email: string;
  code: string;
  tgContact: string;
  password: string;
  confirm: string;
  agreement: true;
  timeZone: string | undefined;
};

/** Registers with e-mail, its code, a contact and a password. The caller handles the new session. */
export function RegisterForm({ onRegistered }: { onRegistered: (tokens: Tokens) => void }) {
  const [initial] = useState(() => ({ agreement: true, timeZone: ownTimeZone() }));
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<Values>();
  const { problem, clear, handlers } = useFormProblem(form);
  const registration = useMutation({
    ...handlers,
    mutationFn: (values: Values) => client.call(register, { body: values }),
    onSuccess: onRegistered,
  });
  const { shape } = registrationForm;
  return (
    <Form
      form={form}
      layout="vertical"
      // Native validation messages are in the browser's language and cover only one field.
      noValidate
      initialValues={initial}
      onFinish={(values) => registration.mutate(values)}
      onValuesChange={clear}
    >
      <Form.Item
        name="email"
        label={t('identity.email')}
        rules={blurRules(shape.email, t)}
        validateTrigger={validatedOnBlur}
      >
        <Input type="email" inputMode="email" autoComplete="email" autoFocus />
      </Form.Item>
      <CodeField purpose="register" emailField="email" />
      <Form.Item
        name="tgContact"
        label={t('identity.contact')}
        extra={t('identity.contactHint')}
        rules={[schemaRule(shape.tgContact, t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <PasswordFields />
      <TimeZoneField />
      <ConsentField name="agreement" />
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button block size="large" type="primary" htmlType="submit" loading={registration.isPending}>
        {t('identity.register')}
      </Button>
    </Form>
  );
}

function TimeZoneField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="timeZone"
      label={t('timeZone.name')}
      extra={t('timeZone.hint')}
      rules={[schemaRule(registrationForm.shape.timeZone.unwrap(), t)]}
      required
    >
      <TimeZoneSelect />
    </Form.Item>
  );
}
