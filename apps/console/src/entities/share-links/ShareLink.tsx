import { CopyButton } from '@parley/ui';
import { Modal, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/QrCode.tsx';

/** Returns the full URL of a link, on this page's host. */
export const addressOf = ({ path }: { path: string }): string => new URL(path, window.location.origin).href;

type Properties = {
  link: { title: string; path: string };
  /** File name of the saved QR code, without extension. */
  fileName: string;
  onClose: () => void;
};

/** Shows a link as text to copy and as a QR code. */
export function ShareLink({ link, fileName, onClose }: Properties) {
  const { t } = useTranslation();
  const address = addressOf(link);
  return (
    <Modal open title={link.title} footer={null} onCancel={onClose}>
      <Space orientation="vertical" className="share-link">
        <span className="code share-address">{address}</span>
        <CopyButton text={address} label={t('shareLinks.copy')} labelled type="default" />
        <QrCode text={address} title={t('shareLinks.qrCode')} fileName={fileName} side={240} />
      </Space>
    </Modal>
  );
}
