import { CopyButton } from '@parley/ui';
import { Modal, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/QrCode.tsx';

/** The whole address of a link, at the host of this page. */
export const addressOf = ({ path }: { path: string }): string => new URL(path, window.location.origin).href;

type Properties = {
  link: { title: string; path: string };
  /** Of the QR code when it is kept, without an ending. */
  fileName: string;
  onClose: () => void;
};

/** Shows a link to copy, and as a QR code. */
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
