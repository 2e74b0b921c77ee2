import {
  moveSocialAccount,
  renameSocialAccount,
  type SocialAccount,
  socialAccountForm,
} from '@parley/contract/channels';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

type Values = { name: string; subAccountId: string };
type Properties = {
  account: SocialAccount;
  /** The control that selects a sub-account; accepts `value` and `onChange`. */
  subAccountField: ReactElement;
  onClose: () => void;
};

/** Errors that concern the new sub-account. */
const causes = {
  'sub-account.not-found': 'subAccountId',
  'sub-account.platform-not-permitted': 'subAccountId',
  'proxy.not-for-account': 'subAccountId',
} as const;

/** Renames a social account and moves it to another sub-account. Mount it again for each. */
export function EditAccount({ account, subAccountField, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const { id } = account;
  const moving = (Form.useWatch('subAccountId', form) ?? account.subAccountId) !== account.subAccountId;
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const saving = useMutation({
    ...handlers,
    mutationFn: async ({ name, subAccountId }: Values) => {
      // The move first, as it is the step that may be refused.
      if (subAccountId !== account.subAccountId)
        await client.call(moveSocialAccount, { body: { id, subAccountId } });
      if (name !== account.name) await client.call(renameSocialAccount, { body: { id, name } });
    },
    onSuccess: () => {
      toasts.success(t('socialAccounts.saved'));
      onClose();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.socialAccounts, queryKeys.subAccounts, queryKeys.chatHistory])
        void cache.invalidateQueries({ queryKey });
    },
  });
  return (
    <FormDialog
      title={t('socialAccounts.editTitle')}
      okText={t('socialAccounts.save')}
      form={form}
      onClose={onClose}
      busy={saving.isPending}
      initialValues={{ name: account.name, subAccountId: account.subAccountId }}
      onValuesChange={clear}
      onSave={(values) => saving.mutate(values)}
    >
      <Form.Item
        name="name"
        label={t('socialAccounts.name')}
        rules={[schemaRule(socialAccountForm.shape.name, t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="subAccountId"
        label={t('socialAccounts.subAccount')}
        extra={t('socialAccounts.subAccountHint')}
        rules={[schemaRule(socialAccountForm.shape.subAccountId, t)]}
      >
        {subAccountField}
      </Form.Item>
      {moving ? <Alert type="info" showIcon role="status" title={t('socialAccounts.moveHint')} /> : null}
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}
