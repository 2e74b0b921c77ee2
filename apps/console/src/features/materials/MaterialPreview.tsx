import type { Material, MaterialContent, MaterialFile } from '@parley/contract/materials';
import { ForeignText } from '@parley/ui';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows a material in full size, or plays it. */
export function MaterialPreview({ material, onClose }: { material: Material; onClose: () => void }) {
  return (
    <Modal
      open
      title={<ForeignText>{material.title}</ForeignText>}
      footer={null}
      width={720}
      onCancel={onClose}
    >
      <div className="material-preview">
        <Content content={material.content} title={material.title} />
      </div>
    </Modal>
  );
}

function Content({ content, title }: { content: MaterialContent; title: string }) {
  switch (content.type) {
    case 'text':
      return <ForeignText className="material-preview-text">{content.text}</ForeignText>;
    case 'image':
      return <img src={content.file.url} alt={title} />;
    case 'card':
      return (
        <div className="material-card">
          {content.picture === null ? null : <img src={content.picture.url} alt="" />}
          <ForeignText className="material-card-title">{title}</ForeignText>
          <ForeignText className="material-preview-text">{content.text}</ForeignText>
          <a href={content.link} target="_blank" rel="noreferrer noopener">
            <ForeignText>{content.link}</ForeignText>
          </a>
        </div>
      );
    default:
      return <Player kind={content.type} file={content.file} title={title} />;
  }
}

type PlayerProperties = { kind: 'audio' | 'video'; file: MaterialFile; title: string };

/** Plays a file, or shows that the browser can't play it: not every file of a type is supported. */
function Player({ kind, file, title }: PlayerProperties) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (broken) return <Alert type="warning" showIcon title={t('materials.unplayable')} />;
  const Medium = kind;
  return (
    <Medium controls preload="metadata" src={file.url} aria-label={title} onError={() => setBroken(true)} />
  );
}
