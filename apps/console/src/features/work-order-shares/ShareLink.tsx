import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { useTranslation } from 'react-i18next';
import { ShareLink as Link } from '../../entities/share-links/ShareLink.tsx';

/** Shows a link as text to copy and as a QR code. */
export function ShareLink({ share, onClose }: { share: WorkOrderShare; onClose: () => void }) {
  const { t } = useTranslation();
  return <Link link={share} fileName={t('workOrderShares.fileName')} onClose={onClose} />;
}
