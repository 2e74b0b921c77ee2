import { isApiError } from '@parley/api-client';
import { type SocialAccount, setSocialAccountProxy } from '@parley/contract';
import { ErrorPanel, ForeignText, markShown, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Modal, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { ProxySelect } from './ProxySelect.tsx';

// i18n-keys: socialAccounts.way.* socialAccounts.wayHint.*

type Values = { mode: SocialAccount['proxy']['mode']; proxyId?: string | undefined };
type Properties = { account: SocialAccount; onClose: () => void };

const modes = ['auto', 'chosen', 'direct'] as const;

/** The chosen proxy is gone, or not for this sub-account. */
const isProxyProblem = (problem: unknown): problem is Error =>
  isApiError(problem, 'proxy.not-found') || isApiError(problem, 'proxy.not-for-account');

/** Chooses how a social account reaches its platform. Mount it anew for each. */
export function ProxyDialog({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const { mode: current, id: currentId } = account.proxy;
  const mode = Form.useWatch('mode', form) ?? current;
  const saving = useMutation({
    mutationFn: (values: Values) =>
      client.call(setSocialAccountProxy, {
        body: {
          socialAccountId: account.id,
          mode: values.mode,
          proxyId: values.mode === 'chosen' ? (values.proxyId ?? null) : null,
        },
      }),
    onSuccess: () => {
      toasts.success(t('socialAccounts.proxySaved'));
      onClose();
    },
    onError: (problem) => {
      if (isProxyProblem(problem)) {
        form.setFields([{ name: 'proxyId', errors: [problem.message] }]);
        markShown(problem);
      } else showRefusedFields(form, problem);
    },
    // A refusal means that the list of proxies is old.
    onSettled: () => {
      for (const queryKey of [queryKeys.socialAccounts, queryKeys.proxies, queryKeys.isolationProfiles])
        void cache.invalidateQueries({ queryKey });
    },
  });
  return (
    <Modal
      open
      title={t('socialAccounts.proxyTitle')}
      okText={t('socialAccounts.proxySave')}
      confirmLoading={saving.isPending}
      onCancel={onClose}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId }}
    >
      <p>
        <ForeignText>{account.name}</ForeignText>
      </p>
      <Form<Values>
        id={formId}
        form={form}
        layout="vertical"
        initialValues={{
          mode: current,
          proxyId: current === 'chosen' ? (currentId ?? undefined) : undefined,
        }}
        onFinish={(values) => saving.mutate(values)}
        onValuesChange={() => saving.reset()}
      >
        <Form.Item name="mode" label={t('socialAccounts.wayName')} extra={t('socialAccounts.proxyAnew')}>
          <Radio.Group
            className="ways"
            options={modes.map((value) => ({
              value,
              label: (
                <>
                  {t(`socialAccounts.way.${value}`)}
                  <span className="reason quiet">{t(`socialAccounts.wayHint.${value}`)}</span>
                </>
              ),
            }))}
          />
        </Form.Item>
        {mode === 'chosen' ? (
          <Form.Item
            name="proxyId"
            label={t('socialAccounts.proxy')}
            rules={[{ required: true, message: t('validation.required') }]}
          >
            <ProxySelect account={account} />
          </Form.Item>
        ) : null}
      </Form>
      {mode === 'direct' ? (
        <Alert type="warning" showIcon role="alert" title={t('socialAccounts.proxyDirectWarning')} />
      ) : null}
      {saving.error && !(mode === 'chosen' && isProxyProblem(saving.error)) ? (
        <ErrorPanel problem={saving.error} />
      ) : null}
    </Modal>
  );
}
