import {
  type PlatformInfo,
  replaceSocialAccountCredentials,
  type SocialAccount,
} from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { credentialTexts } from './credential-texts.ts';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { StoredCredentials, type StoredValues } from './StoredCredentials.tsx';

type Properties = { account: SocialAccount; onClose: () => void };

/**
 * Replaces a social account's credentials or settings, which its platform checks. Secrets must be entered again. Mount
 * it again for each.
 */
export function ReplaceCredentials({ account, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <StoredCredentials account={account} title={credentialTexts(account, t).title} onClose={onClose}>
      {(platform, values) => (
        <Filled account={account} platform={platform} values={values} onClose={onClose} />
      )}
    </StoredCredentials>
  );
}

type Filling = Properties & { platform: PlatformInfo; values: StoredValues };

function Filled({ account, platform, values, onClose }: Filling) {
  const { t } = useTranslation();
  const texts = credentialTexts(account, t);
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<{ credentials?: CredentialValues }>();
  const { problem, clear, handlers } = useFormProblem(form);
  const saving = useMutation({
    ...handlers,
    mutationFn: ({ credentials = {} }: { credentials?: CredentialValues }) =>
      client.call(replaceSocialAccountCredentials, {
        body: { id: account.id, credentials: credentialsFrom(platform, credentials) },
      }),
    onSuccess: () => {
      toasts.success(texts.saved);
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts }),
  });
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join('\n') : value,
  ]);
  return (
    <FormDialog
      title={texts.title}
      okText={texts.ok}
      form={form}
      onClose={onClose}
      busy={saving.isPending}
      initialValues={{ credentials: Object.fromEntries(shown) }}
      onValuesChange={clear}
      onSave={(entered) => saving.mutate(entered)}
    >
      <p>
        <ForeignText>{account.name}</ForeignText>
      </p>
      <p className="quiet">{texts.hint}</p>
      <CredentialFields platform={platform} />
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}
