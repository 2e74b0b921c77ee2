import { isApiError } from '@parley/api-client';
import { addSocialAccount, type PlatformInfo, type SocialAccount, socialAccountForm } from '@parley/contract';
import { ErrorPanel, markShown } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Input, Modal, Skeleton } from 'antd';
import { type ReactElement, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { PlatformSelect } from './PlatformSelect.tsx';
import { permittedPlatforms, platformInfos } from './queries.ts';

type Values = {
  platform: PlatformInfo['id'];
  name: string;
  subAccountId: string;
  credentials?: CredentialValues;
};

type Properties = {
  open: boolean;
  /** The control that picks a sub-account; takes `value` and `onChange`. */
  subAccountField: ReactElement;
  onClose: () => void;
  onAdded: (account: SocialAccount) => void;
};

/** Puts a refusal where its cause is. */
function showProblem(form: FormInstance<Values>, problem: unknown): void {
  if (isApiError(problem, 'sub-account.platform-not-permitted')) {
    form.setFields([{ name: 'platform', errors: [problem.message] }]);
    markShown(problem);
  } else showRefusedFields(form, problem);
}

/** Adds a social account; the platform checks the credentials before anything is stored. */
export function AddSocialAccount({ open, subAccountField, onClose, onAdded }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const known = useQuery(platformInfos(client));
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const platform = Form.useWatch('platform', form);
  const chosen = known.data?.find(({ id }) => id === platform);
  const subAccountId = Form.useWatch('subAccountId', form);
  const permitted = useQuery(permittedPlatforms(client, subAccountId)).data ?? null;
  const addition = useMutation({
    mutationFn: ({ credentials = {}, ...values }: Values) =>
      client.call(addSocialAccount, {
        body: {
          ...values,
          credentials: chosen === undefined ? {} : credentialsFrom(chosen, credentials),
        },
      }),
    onSuccess: (account) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
      void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
      onAdded(account);
    },
    onError: (problem) => {
      showProblem(form, problem);
      // What the sub-account permits has changed meanwhile, or the sub-account is gone.
      void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
    },
  });
  const close = () => {
    addition.reset();
    onClose();
  };
  useEffect(() => {
    // What was chosen before the sub-account may turn out not to be for it.
    if (permitted !== null && form.getFieldValue('platform') !== undefined)
      void form.validateFields(['platform']).catch(() => undefined);
  }, [form, permitted]);
  const isPermitted = async (_: unknown, value: PlatformInfo['id'] | undefined) => {
    if (value !== undefined && permitted?.includes(value) === false)
      throw new Error(t('socialAccounts.notPermitted'));
  };

  return (
    <Modal
      open={open}
      title={t('socialAccounts.add')}
      okText={t('socialAccounts.connect')}
      confirmLoading={addition.isPending}
      onCancel={close}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId }}
      destroyOnHidden
      afterClose={() => form.resetFields()}
    >
      {known.error ? <ErrorPanel problem={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.isPending ? <Skeleton active /> : null}
      <Form
        id={formId}
        form={form}
        layout="vertical"
        onFinish={(values) => addition.mutate(values)}
        hidden={known.data === undefined}
      >
        <Form.Item
          name="subAccountId"
          label={t('socialAccounts.subAccount')}
          extra={t('socialAccounts.subAccountHint')}
          rules={[schemaRule(socialAccountForm.shape.subAccountId, t)]}
        >
          {subAccountField}
        </Form.Item>
        <Form.Item
          name="platform"
          label={t('socialAccounts.platform')}
          dependencies={['subAccountId']}
          rules={[schemaRule(socialAccountForm.shape.platform, t), { validator: isPermitted }]}
        >
          <PlatformSelect
            known={known.data ?? []}
            permitted={permitted}
            onChosen={() => {
              addition.reset();
              // Another platform's field of the same name is another field.
              form.setFieldValue('credentials', {});
            }}
          />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('socialAccounts.name')}
          extra={t('socialAccounts.nameHint')}
          rules={[schemaRule(socialAccountForm.shape.name, t)]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        {chosen === undefined ? null : <CredentialFields platform={chosen} />}
      </Form>
      {addition.error && !isApiError(addition.error, 'sub-account.platform-not-permitted') ? (
        <ErrorPanel problem={addition.error} />
      ) : null}
    </Modal>
  );
}
