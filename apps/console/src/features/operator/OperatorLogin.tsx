import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { operatorLogIn } from '@parley/contract';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';

type Values = { username: string; password: string };

/** The operator's way in; where it leads afterwards is the page's matter. */
export function OperatorLogin() {
  const { t } = useTexts();
  const session = useOperator();
  const login = useMutation({
    mutationFn: (body: Values) => session.client.call(operatorLogIn, { body }),
    onSuccess: session.logIn,
  });
  return (
    <Form<Values>
      layout="vertical"
      size="large"
      onFinish={(values) => login.mutate(values)}
      onValuesChange={() => login.reset()}
    >
      {session.timedOut() ? (
        <Form.Item>
          <Alert type="warning" showIcon role="alert" title={t('session.timeout')} />
        </Form.Item>
      ) : null}
      <Form.Item
        name="username"
        label={t('identity.email')}
        rules={[schemaRule(operatorLogIn.body.shape.username, t)]}
        validateTrigger="onSubmit"
      >
        <Input prefix={<UserOutlined />} type="email" inputMode="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('identity.password')}
        rules={[schemaRule(operatorLogIn.body.shape.password, t)]}
        validateTrigger="onSubmit"
      >
        <Input.Password prefix={<LockOutlined />} autoComplete="current-password" />
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
