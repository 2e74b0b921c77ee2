import { type SnapshotFile, type Verification, workOrderSnapshots } from '@parley/contract/work-order-shares';
import {
  compareShownDays,
  type ShownDayFinding,
  type ShownDays,
} from '@parley/contract/work-order-shares/shown-days';
import { canVerify, verifySnapshots } from '@parley/contract/work-order-shares/snapshot-chain';
import type { WorkOrder } from '@parley/contract/work-orders';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { useClient } from '../../lib/session-context.tsx';

// i18n-keys: workOrders.signatureFault.*, workOrders.shownDayFault.*

type Properties = {
  order: WorkOrder;
  /** Refreshes the days on the page and returns them. */
  readShown: () => Promise<ShownDays>;
};
type Result = { verification: Verification; shown: ShownDayFinding[] };

/**
 * Verifies the signatures and the chain of the closed days, and the figures on the page, in this browser, or downloads the
 * proof.
 */
export function SignedDays({ order, readShown }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const showError = useErrorToast();
  const query = { workOrderId: order.id };
  const verified = useMutation({
    mutationFn: async (): Promise<Result | null> => {
      if (!(await canVerify())) return null;
      const file = await client.call(workOrderSnapshots, { query });
      // After the file: a page read earlier could lack a day that has been closed and signed since.
      const shown = compareShownDays(file, await readShown());
      return { verification: await verifySnapshots(file), shown };
    },
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
      {verified.data === undefined ? null : <Outcome result={verified.data} />}
    </section>
  );
}

/** Null: this browser can't verify signatures here. */
function Outcome({ result }: { result: Result | null }) {
  const { t } = useTranslation();
  if (result === null) return <Alert type="warning" showIcon title={t('workOrders.cannotVerify')} />;
  const isValid = result.verification.findings.length === 0 && result.shown.length === 0;
  return <Alert type={isValid ? 'success' : 'error'} showIcon title={sentenceOf(result, t)} />;
}

function sentenceOf({ verification, shown: [differing] }: Result, t: TFunction): string {
  const { count, firstDay, lastDay, findings } = verification;
  const [first] = findings;
  if (count === 0) return t('workOrders.noneSigned');
  if (first === undefined && differing !== undefined)
    return t(`workOrders.shownDayFault.${differing.fault}`, { day: differing.day });
  if (first === undefined) return t('workOrders.verified', { count, first: firstDay, last: lastDay });
  const fault = t(`workOrders.signatureFault.${first.fault}`);
  return t('workOrders.notVerified', { number: first.index + 1, day: first.day ?? '–', fault });
}

const saveSnapshots = (file: SnapshotFile): void =>
  saveFile(
    new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
    'work-order-snapshots.json',
  );
