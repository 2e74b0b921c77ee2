import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { CopyButton, ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';

/** The whole address of a share, at the host of this page. */
export const addressOf = ({ path }: WorkOrderShare): string => new URL(path, window.location.origin).href;

/** Draws the code in black on white, whatever the theme: cameras need the contrast. */
async function drawCode(address: string): Promise<{ svg: string; png: string }> {
  const code = await import('qrcode');
  const [svg, png] = await Promise.all([
    code.toString(address, { type: 'svg', margin: 2 }),
    code.toDataURL(address, { margin: 2, width: 720 }),
  ]);
  return { svg, png };
}

/** Shows a link to copy, and as a QR code. */
export function ShareLink({ share, onClose }: { share: WorkOrderShare; onClose: () => void }) {
  const { t } = useTranslation();
  const address = addressOf(share);
  const { data, error } = useQuery({
    queryKey: ['qr-code', address],
    queryFn: () => drawCode(address),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const savePng = async (png: string) =>
    saveFile(await (await fetch(png)).blob(), `${t('workOrderShares.fileName')}.png`);
  const saveSvg = (svg: string) =>
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${t('workOrderShares.fileName')}.svg`);
  return (
    <Modal open title={share.title} footer={null} onCancel={onClose}>
      <Space orientation="vertical" className="share-link">
        <span className="code share-address">{address}</span>
        <CopyButton text={address} label={t('workOrderShares.copy')} labelled type="default" />
        {error ? <ErrorPanel problem={error} /> : null}
        {data === undefined ? (
          <Skeleton.Node />
        ) : (
          <>
            <img src={data.png} width={240} height={240} alt={t('workOrderShares.qrCode')} />
            <Space wrap>
              <Button onClick={() => void savePng(data.png)}>{t('workOrderShares.savePng')}</Button>
              <Button onClick={() => saveSvg(data.svg)}>{t('workOrderShares.saveSvg')}</Button>
            </Space>
          </>
        )}
      </Space>
    </Modal>
  );
}
