// i18n-keys: materials.types.*
import {
  AudioOutlined,
  FileTextOutlined,
  IdcardOutlined,
  PictureOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { type DeskMaterial, type MaterialContent, materialText } from '@parley/contract/materials';
import type { QuickReplyValues } from '@parley/contract/quick-replies';
import { ForeignText } from '@parley/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  id: string;
  material: DeskMaterial;
  values: QuickReplyValues;
  active: boolean;
  /** The reason why it can't be picked; undefined if it can. */
  obstacle: string | undefined;
  onPick: () => void;
  onActivate: () => void;
};

export function MaterialOption({ id, material, values, active, obstacle, onPick, onActivate }: Properties) {
  const { t } = useTranslation();
  const { title, content } = material;
  const text = materialText(material, values);
  const name = content.type === 'text' || content.type === 'card' ? '' : content.file.name;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={obstacle !== undefined}
      className="desk-material"
      // A click would first take the focus from the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onMouseMove={active ? undefined : onActivate}
    >
      <Sign content={content} />
      <span className="desk-material-body">
        <span className="desk-material-head">
          <ForeignText className="desk-material-title">{title}</ForeignText>
          <span className="desk-material-type">{t(`materials.types.${content.type}`)}</span>
        </span>
        <ForeignText className="desk-material-text">{text ?? name}</ForeignText>
        {obstacle === undefined ? null : <span className="desk-material-obstacle">{obstacle}</span>}
      </span>
    </div>
  );
}

const icons = {
  text: <FileTextOutlined aria-hidden />,
  audio: <AudioOutlined aria-hidden />,
  video: <VideoCameraOutlined aria-hidden />,
  card: <IdcardOutlined aria-hidden />,
  image: <PictureOutlined aria-hidden />,
};

/** Its picture, or its type's icon if it has none or the picture can't be loaded. */
function Sign({ content }: { content: MaterialContent }) {
  const [broken, setBroken] = useState<string>();
  const file = content.type === 'image' ? content.file : content.type === 'card' ? content.picture : null;
  const shown = file !== null && file.url !== broken;
  return (
    <span className="desk-material-sign">
      {shown ? (
        <img src={file.url} alt="" loading="lazy" onError={() => setBroken(file.url)} />
      ) : (
        icons[content.type]
      )}
    </span>
  );
}
