import {
  AudioOutlined,
  FileTextOutlined,
  IdcardOutlined,
  PictureOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { Material, MaterialType } from '@parley/contract/materials';
import type { ReactNode } from 'react';

const icons: Readonly<Record<MaterialType, ReactNode>> = {
  text: <FileTextOutlined aria-hidden />,
  image: <PictureOutlined aria-hidden />,
  audio: <AudioOutlined aria-hidden />,
  video: <VideoCameraOutlined aria-hidden />,
  card: <IdcardOutlined aria-hidden />,
};

const pictureOf = ({ content }: Pick<Material, 'content'>): string | null => {
  if (content.type === 'image') return content.file.url;
  return content.type === 'card' ? (content.picture?.url ?? null) : null;
};

/** A material's picture or the icon of its type; decorative, as its title is beside it. */
export function MaterialThumbnail({ material }: { material: Pick<Material, 'content'> }) {
  const picture = pictureOf(material);
  return (
    <span className="material-thumbnail">
      {picture === null ? icons[material.content.type] : <img src={picture} alt="" loading="lazy" />}
    </span>
  );
}
