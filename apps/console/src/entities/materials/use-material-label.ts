// i18n-keys: materials.types.*
import type { MaterialType } from '@parley/contract/materials';
import { useTranslation } from 'react-i18next';

/** Returns a function that labels a material with its type and title, where nothing else shows the type. */
export function useMaterialLabel(): (material: { title: string; type: MaterialType }) => string {
  const { t } = useTranslation();
  return ({ title, type }) => t('materials.named', { type: t(`materials.types.${type}`), title });
}
