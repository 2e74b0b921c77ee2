import { type SocialAccount, setSocialAccountProxy } from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ProxySelect } from './ProxySelect.tsx';

// i18n-keys: socialAccounts.way.* socialAccounts.wayHint.*

type Values = { mode: SocialAccount['proxy']['mode']; proxyId?: string | undefined };
type Properties = { account: SocialAccount; onClose: () => void };

const modes = ['auto', 'chosen', 'direct'] as const;

/** The selected proxy no longer exists, or not for this sub-account. */
const causes = { 'proxy.not-found': 'proxyId', 'proxy.not-for-account': 'proxyId' } as const;

/** Saves how an account connects to its platform, and shows an error at the field that caused it. */
function useProxySaving(form: FormInstance<Values>, { account, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const saving = useMutation({
    ...handlers,
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
    // After an error, the list of proxies is stale.
    onSettled: () => {
      for (const queryKey of [queryKeys.socialAccounts, queryKeys.proxies, queryKeys.isolationProfiles])
        void cache.invalidateQueries({ queryKey });
    },
  });
  return { saving, problem, clear };
}

/** Selects how a social account connects to its platform. Mount it again for each. */
export function ProxyDialog({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { mode: current, id: currentId } = account.proxy;
  const mode = Form.useWatch('mode', form) ?? current;
  const { saving, problem, clear } = useProxySaving(form, { account, onClose });
  return (
    <FormDialog
      title={t('socialAccounts.proxyTitle')}
      okText={t('socialAccounts.proxySave')}
      form={form}
      onClose={onClose}
      busy={saving.isPending}
      initialValues={{
        mode: current,
        proxyId: current === 'chosen' ? (currentId ?? undefined) : undefined,
      }}
      onValuesChange={clear}
      onSave={(values) => saving.mutate(values)}
    >
      <p>
        <ForeignText>{account.name}</ForeignText>
      </p>
      <Form.Item name="mode" label={t('socialAccounts.wayName')} extra={t('socialAccounts.reconnectHint')}>
        <Radio.Group
          className="ways"
          options={modes.map((value) => ({ value, label: <ModeLabel mode={value} /> }))}
        />
      </Form.Item>
      {mode === 'chosen' ? (
        <Form.Item
          name="proxyId"
          label={t('socialAccounts.proxy')}
          rules={[{ required: true, message: t('validation.select') }]}
        >
          <ProxySelect account={account} />
        </Form.Item>
      ) : null}
      {mode === 'direct' ? (
        <Alert type="warning" showIcon role="alert" title={t('socialAccounts.proxyDirectWarning')} />
      ) : null}
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}

function ModeLabel({ mode }: { mode: Values['mode'] }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`socialAccounts.way.${mode}`)}
      <span className="reason quiet">{t(`socialAccounts.wayHint.${mode}`)}</span>
    </>
  );
}
