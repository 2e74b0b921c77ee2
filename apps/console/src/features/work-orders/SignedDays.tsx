import { type SnapshotFile, type Verification, workOrderSnapshots } from '@parley/contract/work-order-shares';
import { canVerify, verifySnapshots } from '@parley/contract/work-order-shares/snapshot-chain';
import type { WorkOrder } from '@parley/contract/work-orders';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { useClient } from '../../lib/session-context.tsx';

// i18n-keys: workOrders.signatureFault.*

type Properties = { order: WorkOrder };

/** Verifies the signatures and the chain of the closed days in this browser, or downloads the proof. */
export function SignedDays({ order }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const showError = useErrorToast();
  const query = { workOrderId: order.id };
  const verified = useMutation({
    mutationFn: async () =>
      (await canVerify()) ? verifySnapshots(await client.call(workOrderSnapshots, { query })) : null,
    onError: showError,
  });
  const saved = useMutation({
    mutationFn: () => client.call(workOrderSnapshots, { query }),
    onSuccess: saveSnapshots,
    onError: showError,
  });
  return (
    <section className="order-signatures" aria-label={t('workOrders.signatures')}>
      <p className="quiet">{t('workOrders.signaturesHint')}</p>
      <Space wrap>
        <Button size="small" loading={verified.isPending} onClick={() => verified.mutate()}>
          {t('workOrders.verify')}
        </Button>
        <Button size="small" loading={saved.isPending} onClick={() => saved.mutate()}>
          {t('workOrders.saveSignatures')}
        </Button>
      </Space>
      {verified.data === undefined ? null : <Result verification={verified.data} />}
    </section>
  );
}

/** Null: this browser can't verify signatures here. */
function Result({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation();
  if (verification === null) return <Alert type="warning" showIcon title={t('workOrders.cannotVerify')} />;
  const isValid = verification.findings.length === 0;
  return <Alert type={isValid ? 'success' : 'error'} showIcon title={sentenceOf(verification, t)} />;
}

function sentenceOf({ count, firstDay, lastDay, findings }: Verification, t: TFunction): string {
  const [first] = findings;
  if (count === 0) return t('workOrders.noneSigned');
  if (first === undefined) return t('workOrders.verified', { count, first: firstDay, last: lastDay });
  const fault = t(`workOrders.signatureFault.${first.fault}`);
  return t('workOrders.notVerified', { number: first.index + 1, day: first.day ?? '–', fault });
}

const saveSnapshots = (file: SnapshotFile): void =>
  saveFile(
    new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
    'work-order-snapshots.json',
  );
