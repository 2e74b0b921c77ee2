import { CopyButton } from '@parley/ui';
import { Modal, Space } from 'antd';
import { QrCode } from './QrCode.tsx';

/** The whole address of a link, at the host of this page. */
export const addressOf = ({ path }: { path: string }): string => new URL(path, window.location.origin).href;

type Properties = {
  link: { title: string; path: string };
  texts: { copy: string; qrCode: string; fileName: string };
  onClose: () => void;
};

/** Shows a link to copy, and as a QR code. */
export function ShareLink({ link, texts, onClose }: Properties) {
  const address = addressOf(link);
  return (
    <Modal open title={link.title} footer={null} onCancel={onClose}>
      <Space orientation="vertical" className="share-link">
        <span className="code share-address">{address}</span>
        <CopyButton text={address} label={texts.copy} labelled type="default" />
        <QrCode text={address} title={texts.qrCode} fileName={texts.fileName} side={240} />
      </Space>
    </Modal>
  );
}
