import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { logIn } from '@parley/contract';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useSession } from '../../lib/session-context.tsx';
import { consentRule } from './consent.ts';

type Values = { username: string; password: string; consent: boolean };

const initial: Partial<Values> = { consent: true };

/** The owner's way in; where it leads afterwards is the guard's matter. */
export function LoginForm() {
  const { t } = useTranslation();
  const session = useSession();
  const login = useMutation({
    mutationFn: ({ username, password }: Values) =>
      session.client.call(logIn, { body: { username, password } }),
    onSuccess: session.logIn,
  });
  return (
    <Form<Values>
      layout="vertical"
      size="large"
      initialValues={initial}
      onFinish={(values) => login.mutate(values)}
      onValuesChange={() => login.reset()}
    >
      <Form.Item
        name="username"
        label={t('identity.email')}
        rules={[schemaRule(logIn.body.shape.username, t)]}
        validateTrigger="onSubmit"
      >
        <Input prefix={<UserOutlined />} type="email" inputMode="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('identity.password')}
        rules={[schemaRule(logIn.body.shape.password, t)]}
        validateTrigger="onSubmit"
      >
        <Input.Password prefix={<LockOutlined />} autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="consent" valuePropName="checked" rules={[consentRule(t)]}>
        <Checkbox>{t('identity.consent')}</Checkbox>
      </Form.Item>
      {login.error ? (
        <Form.Item>
          <ErrorPanel problem={login.error} />
        </Form.Item>
      ) : null}
      <Button block type="primary" htmlType="submit" loading={login.isPending}>
        {t('identity.logIn')}
      </Button>
    </Form>
  );
}
