import {
  type PlatformInfo,
  replaceSocialAccountCredentials,
  type SocialAccount,
  socialAccountCredentials,
} from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { credentialTexts } from './credential-texts.ts';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { platformInfos } from './queries.ts';

type Properties = { account: SocialAccount; onClose: () => void };

/** Gives a social account new credentials or settings, checked by its platform. Secrets are entered again. Mount it again for each. */
export function ReplaceCredentials({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const texts = credentialTexts(account, t);
  const client = useClient();
  const known = useQuery(platformInfos(client));
  const stored = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'credentials', account.id],
    queryFn: ({ signal }) => client.call(socialAccountCredentials, { query: { id: account.id } }, { signal }),
    // Changes from another window must not be overwritten with older values.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const platform = known.data?.find(({ id }) => id === account.platform);
  if (platform !== undefined && stored.data !== undefined)
    return <Filled account={account} platform={platform} onClose={onClose} values={stored.data.values} />;
  const failed = known.error ?? stored.error;
  return (
    <Modal open title={texts.title} onCancel={onClose} footer={null}>
      {failed ? (
        <ErrorPanel
          problem={failed}
          onRetry={() => {
            void known.refetch();
            void stored.refetch();
          }}
        />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}

type Filling = Properties & { platform: PlatformInfo; values: Readonly<Record<string, string | string[]>> };

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
