import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { useTranslation } from 'react-i18next';
import { ShareLink as Link } from '../../ui/ShareLink.tsx';

/** Shows a link to copy, and as a QR code. */
export function ShareLink({ share, onClose }: { share: WorkOrderShare; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = {
    copy: t('workOrderShares.copy'),
    qrCode: t('workOrderShares.qrCode'),
    fileName: t('workOrderShares.fileName'),
  };
  return <Link link={share} texts={texts} onClose={onClose} />;
}
