import {
  type PlatformInfo,
  pairAccountAgain,
  type SocialAccount,
  socialAccountCredentials,
} from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Form, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { PairingFooter } from './PairingFooter.tsx';
import { PairingPanel } from './PairingPanel.tsx';
import { platformInfos } from './queries.ts';
import { usePairing } from './use-pairing.ts';

type Properties = { account: SocialAccount; onClose: () => void };

/** Pairs a social account again, with its own phone. Mount it again for each. */
export function PairAgain({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const known = useQuery(platformInfos(client));
  const stored = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'credentials', account.id],
    queryFn: ({ signal }) => client.call(socialAccountCredentials, { query: { id: account.id } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const platform = known.data?.find(({ id }) => id === account.platform);
  if (platform !== undefined && stored.data !== undefined)
    return <Filled account={account} platform={platform} values={stored.data.values} onClose={onClose} />;
  const failed = known.error ?? stored.error;
  const reload = () => {
    void known.refetch();
    void stored.refetch();
  };
  return (
    <Modal open title={t('accountPairing.again')} onCancel={onClose} footer={null}>
      {failed ? <ErrorPanel problem={failed} onRetry={reload} /> : <Skeleton active />}
    </Modal>
  );
}

type Filling = Properties & { platform: PlatformInfo; values: Readonly<Record<string, string | string[]>> };

function Filled({ account, platform, values: stored, onClose }: Filling) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const [form] = Form.useForm<{ values?: CredentialValues }>();
  const { problem, clear, handlers } = useFormProblem(form);
  const { id, pairing: asked } = platform;
  const fields = asked?.fields ?? [];
  const flow = usePairing({
    ...handlers,
    begin: ({ values = {} }: { values?: CredentialValues }) =>
      client.call(pairAccountAgain, {
        body: { id: account.id, values: credentialsFrom({ fields }, values) },
      }),
    onPaired: () => {
      toasts.success(t('accountPairing.againDone'));
      onClose();
    },
  });
  const { pairing } = flow;
  const close = () => {
    flow.leave();
    onClose();
  };
  return (
    <FormDialog
      title={t('accountPairing.again')}
      okText={t('accountPairing.show')}
      form={form}
      onClose={close}
      busy={flow.isBeginning}
      initialValues={{ values: stored }}
      onValuesChange={clear}
      onSave={flow.begin}
      {...(pairing !== null && {
        footer: <PairingFooter flow={flow} onBack={flow.leave} onClose={close} />,
      })}
    >
      <div hidden={pairing !== null}>
        <p>
          <ForeignText>{account.name}</ForeignText>
        </p>
        <p className="quiet">{t('accountPairing.againHint')}</p>
        <CredentialFields platform={{ id, fields }} under="values" />
      </div>
      {pairing === null ? null : <PairingPanel pairing={pairing} isCutOff={flow.isCutOff} />}
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}
