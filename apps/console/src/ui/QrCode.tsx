import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../lib/save-file.ts';

type Properties = {
  text: string;
  /** Accessible name of the code; not visible. */
  title: string;
  /** File name without extension; left out: the code can't be saved, and isn't cached. */
  fileName?: string;
  /** The side of the square, in pixels. */
  side: number;
};

/** Width of the quiet zone around a code, in modules: ISO/IEC 18004 requires four. */
const margin = 4;

/** Draws the code in black on white in both themes, as cameras need the contrast. */
async function drawCode(text: string): Promise<{ svg: string; png: string }> {
  const code = await import('qrcode');
  const [svg, png] = await Promise.all([
    code.toString(text, { type: 'svg', margin }),
    code.toDataURL(text, { margin, width: 960 }),
  ]);
  return { svg, png };
}

/** Decodes a data URL; the pages' content security policy forbids fetching one. */
function pngOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}

/** Shows a text as a QR code and saves it as SVG or PNG. */
export function QrCode({ text, title, fileName, side }: Properties) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => drawCode(text),
    staleTime: Number.POSITIVE_INFINITY,
    ...(fileName === undefined && { gcTime: 0 }),
  });
  if (error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton.Node style={{ width: side, height: side }} />;
  const picture = <img src={data.png} width={side} height={side} alt={title} />;
  if (fileName === undefined) return picture;
  const savePng = () => saveFile(pngOf(data.png), `${fileName}.png`);
  const saveSvg = () => saveFile(new Blob([data.svg], { type: 'image/svg+xml' }), `${fileName}.svg`);
  return (
    <Space orientation="vertical">
      {picture}
      <Space wrap>
        <Button onClick={savePng}>{t('qrCode.savePng')}</Button>
        <Button onClick={saveSvg}>{t('qrCode.saveSvg')}</Button>
      </Space>
    </Space>
  );
}
