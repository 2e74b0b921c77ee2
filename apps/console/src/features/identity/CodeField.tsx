import { ApiError } from '@parley/api-client';
import type { RequestOf } from '@parley/contract';
import { registrationForm, requestVerificationCode } from '@parley/contract/identity';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Space } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields, validateAndFocus } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useCountdown } from './use-countdown.ts';

type Properties = {
  purpose: RequestOf<typeof requestVerificationCode>['body']['purpose'];
  /** The surrounding form's field with the e-mail address. */
  emailField: string;
};

/**
 * The field `code` for six digits, with a button that sends them by e-mail and is disabled until the next request is
 * allowed.
 */
export function CodeField({ purpose, emailField }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const form = Form.useFormInstance();
  const toasts = useToasts();
  const showError = useErrorToast();
  const [left, begin] = useCountdown();
  const inputId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const startCooldown = (seconds: number) => {
    const { activeElement } = document;
    // The button is about to be disabled and would lose the focus; a focus that has already moved elsewhere is left
    // alone.
    if (activeElement === button.current || activeElement === document.body) form.focusField('code');
    begin(seconds);
  };
  const sending = useMutation({
    mutationFn: (email: string) => client.call(requestVerificationCode, { body: { email, purpose } }),
    onSuccess: ({ resendAfter }) => {
      startCooldown(resendAfter);
      void toasts.success(t('identity.codeSent'));
    },
    onError: (problem) => {
      if (problem instanceof ApiError && problem.retryAfter !== null) startCooldown(problem.retryAfter);
      if (!showRefusedFields(form, problem)) showError(problem);
    },
  });
  const send = async () => {
    if (await validateAndFocus(form, [emailField])) sending.mutate(String(form.getFieldValue(emailField)));
  };
  return (
    <Form.Item label={t('identity.code')} htmlFor={inputId}>
      <Space.Compact block>
        <Form.Item
          noStyle
          name="code"
          rules={[schemaRule(registrationForm.shape.code, t)]}
          validateTrigger="onSubmit"
        >
          <Input id={inputId} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button ref={button} disabled={left > 0} loading={sending.isPending} onClick={() => void send()}>
          {left > 0 ? t('identity.resendIn', { seconds: left }) : t('identity.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  );
}
