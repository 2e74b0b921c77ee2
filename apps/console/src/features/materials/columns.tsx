// i18n-keys: materials.types.*
import './materials.css';
import type { Material, MaterialContent, MaterialGroup } from '@parley/contract/materials';
import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';
import { useFileSize } from './file-size.ts';
import { MaterialThumbnail } from './MaterialThumbnail.tsx';

type Given = { groups: readonly MaterialGroup[]; onPreview: (material: Material) => void };

export function useMaterialColumns({ groups, onPreview }: Given): readonly Column<Material>[] {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  return [
    {
      key: 'title',
      title: t('materials.title'),
      width: 240,
      sort: 'title',
      render: (material) => (
        <button type="button" className="material-name" onClick={() => onPreview(material)}>
          <MaterialThumbnail material={material} />
          <ForeignText className="material-title">{material.title}</ForeignText>
        </button>
      ),
    },
    {
      key: 'type',
      title: t('materials.type'),
      width: 90,
      render: ({ content }) => t(`materials.types.${content.type}`),
    },
    {
      key: 'content',
      title: t('materials.content'),
      width: 260,
      render: ({ content }) => <Content content={content} />,
    },
    {
      key: 'group',
      title: t('materials.group'),
      width: 140,
      render: ({ groupId }) => (
        <ForeignText className="clip">
          {groups.find(({ id }) => id === groupId)?.name ?? t('materials.ungrouped')}
        </ForeignText>
      ),
    },
    {
      key: 'used',
      title: t('materials.used'),
      hint: t('materials.usedHint'),
      width: 90,
      align: 'right',
      className: 'numeric',
      sort: 'used',
      render: ({ used }) => number(used),
    },
    {
      key: 'updatedAt',
      title: t('materials.updatedAt'),
      minor: true,
      width: 150,
      className: 'numeric',
      sort: 'updatedAt',
      render: ({ updatedAt }) => dateTime(updatedAt),
    },
  ];
}

function Content({ content }: { content: MaterialContent }) {
  const size = useFileSize();
  if (content.type === 'text') return <ForeignText className="material-content">{content.text}</ForeignText>;
  if (content.type === 'card') {
    return (
      <>
        <ForeignText className="material-content">{content.text}</ForeignText>
        <ForeignText className="clip quiet">{content.link}</ForeignText>
      </>
    );
  }
  return (
    <>
      <ForeignText className="clip">{content.file.name}</ForeignText>
      <span className="quiet material-size">{size(content.file.size)}</span>
    </>
  );
}
