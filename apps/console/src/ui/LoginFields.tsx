import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { emailAddress, logIn } from '@parley/contract/identity';
import { Form } from 'antd';
// Only these two of antd's inputs, to keep the login page small.
import Input from 'antd/es/input/Input.js';
import Password from 'antd/es/input/Password.js';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../lib/form-rules.ts';

/** The fields of a login; for a form with `username` and `password`. */
export function LoginFields() {
  const { t } = useTranslation();
  const { password } = logIn.body.shape;
  return (
    <>
      <Form.Item
        name="username"
        label={t('identity.email')}
        rules={[schemaRule(emailAddress, t)]}
        validateTrigger="onSubmit"
      >
        <Input prefix={<UserOutlined />} type="email" inputMode="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('identity.password')}
        rules={[schemaRule(password, t)]}
        validateTrigger="onSubmit"
      >
        <Password prefix={<LockOutlined />} autoComplete="current-password" />
      </Form.Item>
    </>
  );
}
