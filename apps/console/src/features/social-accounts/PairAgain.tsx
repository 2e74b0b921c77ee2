import { type PlatformInfo, pairAccountAgain, type SocialAccount } from '@parley/contract/channels';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CredentialFields } from './CredentialFields.tsx';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { PairingFooter } from './PairingFooter.tsx';
import { PairingPanel } from './PairingPanel.tsx';
import { StoredCredentials, type StoredValues } from './StoredCredentials.tsx';
import { usePairing } from './use-pairing.ts';

type Properties = { account: SocialAccount; onClose: () => void };

/** Pairs a social account again, with the same phone. Mount it again for each. */
export function PairAgain({ account, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <StoredCredentials account={account} title={t('accountPairing.again')} onClose={onClose}>
      {(platform, values) => (
        <Filled account={account} platform={platform} values={values} onClose={onClose} />
      )}
    </StoredCredentials>
  );
}

type Filling = Properties & { platform: PlatformInfo; values: StoredValues };

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
      keepsEntries={pairing !== null}
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
