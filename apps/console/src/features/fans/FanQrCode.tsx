import { Button, Space } from 'antd';
import { toDataURL, toString as toText } from 'qrcode';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';

type Properties = { link: string; name: string };

/** The link of a fan as a code to scan, and as a file of both kinds. */
export function FanQrCode({ link, name }: Properties) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let shown = true;
    void toDataURL(link, { margin: 2, width: 480 }).then((url) => {
      if (shown) setPicture(url);
    });
    return () => {
      shown = false;
    };
  }, [link]);
  const file = name.replace(/[^\p{L}\p{N}]+/gu, '-') || 'fan';
  const savePng = async () =>
    saveFile(await (await fetch(await toDataURL(link, { margin: 2, width: 960 }))).blob(), `${file}.png`);
  const saveSvg = async () =>
    saveFile(
      new Blob([await toText(link, { type: 'svg', margin: 2 })], { type: 'image/svg+xml' }),
      `${file}.svg`,
    );
  return (
    <div>
      <p>
        <a href={link} target="_blank" rel="noreferrer noopener">
          {link}
        </a>
      </p>
      {picture === undefined ? null : <img src={picture} alt={t('fans.qrCode')} width={160} height={160} />}
      <Space>
        <Button size="small" onClick={() => void savePng()}>
          PNG
        </Button>
        <Button size="small" onClick={() => void saveSvg()}>
          SVG
        </Button>
      </Space>
    </div>
  );
}
