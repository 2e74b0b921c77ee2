import type { Client } from '@parley/api-client';
import { logInSecondStep, type Tokens } from '@parley/contract/identity';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../lib/form-rules.ts';
import { useFormProblem } from '../lib/use-form-problem.ts';

type Properties = {
  client: Client;
  /** From the error of the first step. */
  challenge: string;
  onTokens: (tokens: Tokens) => void;
  /** Returns to the password, or to the place that `backText` names. */
  onBack: () => void;
  backText?: string | undefined;
};

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function SecondStepForm({ client, challenge, onTokens, onBack, backText }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  const { problem, clear, handlers } = useFormProblem(form);
  const entering = useMutation({
    ...handlers,
    mutationFn: ({ code }: { code: string }) => client.call(logInSecondStep, { body: { challenge, code } }),
    onSuccess: onTokens,
  });
  return (
    <Form<{ code: string }>
      form={form}
      layout="vertical"
      noValidate
      size="large"
      onFinish={(values) => entering.mutate(values)}
      onValuesChange={clear}
    >
      <Form.Item
        name="code"
        label={t('security.code')}
        extra={t('security.codeHint')}
        rules={[schemaRule(logInSecondStep.body.shape.code, t, 'second-factor')]}
        validateTrigger="onSubmit"
      >
        <Input autoComplete="one-time-code" autoFocus maxLength={30} spellCheck={false} />
      </Form.Item>
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button block type="primary" htmlType="submit" loading={entering.isPending}>
        {t('identity.logIn')}
      </Button>
      <Button block type="link" onClick={onBack}>
        {backText ?? t('security.back')}
      </Button>
    </Form>
  );
}
