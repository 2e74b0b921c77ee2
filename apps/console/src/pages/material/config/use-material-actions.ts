import type { Material, MaterialType } from '@parley/contract/materials';
import { useTranslation } from 'react-i18next';
import type { BatchAction, RowAction } from '../../../ui/list/description.ts';

/** The dialog above the library. */
export type OpenedMaterial =
  | { what: 'form'; type: MaterialType; existing?: Material; copied?: Material }
  | { what: 'preview'; material: Material }
  | { what: 'move'; materials: readonly Material[] }
  | { what: 'deletion'; materials: readonly Material[] };
export type Open = (opened: OpenedMaterial | undefined) => void;

export function useMaterialActions(open: Open): {
  rowActions: (material: Material) => readonly RowAction[];
  batchActions: readonly BatchAction<Material>[];
} {
  const { t } = useTranslation();
  const move = (materials: readonly Material[]) => open({ what: 'move', materials });
  const remove = (materials: readonly Material[]) => open({ what: 'deletion', materials });
  const duplicate = (material: Material): RowAction[] =>
    material.content.type === 'text'
      ? [
          {
            key: 'copy',
            label: t('materials.copy'),
            onAct: () => open({ what: 'form', type: 'text', copied: material }),
          },
        ]
      : [];
  return {
    rowActions: (material) => [
      {
        key: 'edit',
        label: t('materials.edit'),
        beside: t('materials.editNamed', { title: material.title }),
        onAct: () => open({ what: 'form', type: material.content.type, existing: material }),
      },
      {
        key: 'preview',
        label: t('materials.preview'),
        onAct: () => open({ what: 'preview', material }),
      },
      ...duplicate(material),
      { key: 'move', label: t('materials.move'), onAct: () => move([material]) },
      {
        key: 'delete',
        label: t('materials.delete'),
        danger: true,
        divided: true,
        onAct: () => remove([material]),
      },
    ],
    batchActions: [
      { key: 'move', label: t('materials.move'), onAct: move },
      { key: 'delete', label: t('materials.delete'), danger: true, onAct: remove },
    ],
  };
}
