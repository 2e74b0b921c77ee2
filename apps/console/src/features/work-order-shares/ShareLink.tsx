import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { CopyButton } from '@parley/ui';
import { Modal, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/QrCode.tsx';

/** The whole address of a share, at the host of this page. */
export const addressOf = ({ path }: WorkOrderShare): string => new URL(path, window.location.origin).href;

/** Shows a link to copy, and as a QR code. */
export function ShareLink({ share, onClose }: { share: WorkOrderShare; onClose: () => void }) {
  const { t } = useTranslation();
  const address = addressOf(share);
  return (
    <Modal open title={share.title} footer={null} onCancel={onClose}>
      <Space orientation="vertical" className="share-link">
        <span className="code share-address">{address}</span>
        <CopyButton text={address} label={t('workOrderShares.copy')} labelled type="default" />
        <QrCode
          text={address}
          title={t('workOrderShares.qrCode')}
          fileName={t('workOrderShares.fileName')}
          side={240}
        />
      </Space>
    </Modal>
  );
}
