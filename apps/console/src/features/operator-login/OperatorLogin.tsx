import { endSentenceOf } from '@parley/api-client';
import { operatorLogIn } from '@parley/contract/identity';
import { ErrorPanel, interfaceLanguageOf, lazyPart, markShown } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { challengeOf } from '../../lib/second-step.ts';
import { LoginFields } from '../../ui/LoginFields.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

const SecondStepForm = lazyPart(async () => (await import('../../ui/SecondStepForm.tsx')).SecondStepForm, {
  fallback: <PageSkeleton />,
});

type Values = { username: string; password: string };

/** The operator's login form; the page redirects afterwards. */
export function OperatorLogin() {
  const { t, i18n } = useTranslation();
  const session = useOperator();
  const ended = session.ended();
  const login = useMutation({
    mutationFn: (body: Values) =>
      session.client.call(operatorLogIn, { body }).catch((problem: unknown) => {
        if (challengeOf(problem) !== null) markShown(problem);
        throw problem;
      }),
    onSuccess: session.logIn,
  });
  const challenge = challengeOf(login.error);
  if (challenge !== null) {
    return (
      <SecondStepForm
        client={session.client}
        challenge={challenge}
        onTokens={session.logIn}
        onBack={() => login.reset()}
      />
    );
  }
  return (
    <Form<Values>
      layout="vertical"
      // Native validation messages are in the browser's language and cover only one field.
      noValidate
      size="large"
      onFinish={(values) => login.mutate(values)}
      onValuesChange={() => login.reset()}
    >
      {ended !== null ? (
        <Form.Item>
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={endSentenceOf(ended, interfaceLanguageOf(i18n.language)) ?? t('session.timeout')}
          />
        </Form.Item>
      ) : null}
      <LoginFields />
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
