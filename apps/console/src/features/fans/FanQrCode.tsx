import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/QrCode.tsx';

type Properties = { link: string; name: string };

/** A fan's link as text and as a QR code. */
export function FanQrCode({ link, name }: Properties) {
  const { t } = useTranslation();
  const fileName = name.replace(/[^\p{L}\p{N}]+/gu, '-') || 'fan';
  return (
    <div>
      <p>
        <a href={link} target="_blank" rel="noreferrer noopener">
          {link}
        </a>
      </p>
      <QrCode text={link} title={t('fans.qrCode')} fileName={fileName} side={160} />
    </div>
  );
}
