import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { type ApiError, isApiError } from '@parley/api-client';
import { deskLogIn, logInSecondStep, type Tokens } from '@parley/contract/identity';
import { describeError } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import Input from 'antd/es/input/Input.js';
import Password from 'antd/es/input/Password.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAgentName, writeAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { AgentNameField } from './AgentNameField.tsx';

type Values = { username: string; password: string };
type SecondStep = { code: string };

function isForbidden(problem: unknown): problem is ApiError {
  return isApiError(problem, 'identity.disabled');
}

/** Logs in a sub-account, or an owner into the default one. Tokens are stored before `onDone` is called. */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { client, storage } = useDesk();
  const [name, setName] = useState(() => readAgentName(storage) ?? '');
  const enter = (tokens: Tokens) => {
    // The name is asked for at each login: the next person at this browser may be another.
    writeAgentName(storage, name);
    client.logIn(tokens);
    onDone();
  };
  const logIn = useMutation({
    mutationFn: (values: Values) => client.call(deskLogIn, { body: values }),
    onSuccess: enter,
  });
  if (isApiError(logIn.error, 'identity.second-step')) {
    const { challenge } = logIn.error.details;
    return <SecondStepForm challenge={String(challenge)} onTokens={enter} onBack={() => logIn.reset()} />;
  }
  const problem = logIn.isError ? describeError(logIn.error, t('logIn.failed')) : null;

  return (
    <Form<Values> layout="vertical" size="large" onFinish={(values) => logIn.mutate(values)}>
      {problem === null ? null : (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={problem.message}
          description={isForbidden(logIn.error) ? t('logIn.askOwner') : undefined}
          style={{ marginBlockEnd: 16 }}
        />
      )}
      <Form.Item
        name="username"
        label={t('logIn.username')}
        rules={[{ required: true, whitespace: true, message: t('logIn.usernameNeeded') }]}
      >
        <Input
          prefix={<UserOutlined />}
          autoComplete="username"
          autoFocus
          maxLength={254}
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('logIn.password')}
        rules={[{ required: true, message: t('logIn.passwordNeeded') }]}
      >
        <Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <AgentNameField value={name} onChange={setName} />
      <Button type="primary" htmlType="submit" block loading={logIn.isPending}>
        {t('logIn.submit')}
      </Button>
    </Form>
  );
}

type Properties = { challenge: string; onTokens: (tokens: Tokens) => void; onBack: () => void };

/** An owner's login with two-factor authentication: a code of the authenticator app, or a recovery code. */
function SecondStepForm({ challenge, onTokens, onBack }: Properties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const [form] = Form.useForm<SecondStep>();
  const entering = useMutation({
    mutationFn: ({ code }: SecondStep) => client.call(logInSecondStep, { body: { challenge, code } }),
    onSuccess: onTokens,
    onError: (problem) => {
      if (!isApiError(problem, 'identity.wrong-code')) return;
      form.setFields([{ name: 'code', errors: [problem.message] }]);
      form.focusField('code');
    },
  });
  return (
    <Form<SecondStep>
      form={form}
      layout="vertical"
      size="large"
      onFinish={(values) => entering.mutate(values)}
    >
      {entering.isError && !isApiError(entering.error, 'identity.wrong-code') ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={describeError(entering.error, t('logIn.failed'))?.message}
          style={{ marginBlockEnd: 16 }}
        />
      ) : null}
      <Form.Item
        name="code"
        label={t('logIn.code')}
        extra={t('logIn.codeHint')}
        rules={[{ required: true, message: t('logIn.codeNeeded') }]}
      >
        <Input autoComplete="one-time-code" autoFocus maxLength={30} spellCheck={false} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={entering.isPending}>
        {t('logIn.submit')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('logIn.back')}
      </Button>
    </Form>
  );
}
