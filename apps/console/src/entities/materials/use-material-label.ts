// i18n-keys: materials.types.*
import type { MaterialType } from '@parley/contract/materials';
import { useTranslation } from 'react-i18next';

/** Returns a material's name where nothing else shows what it is: its type and its title. */
export function useMaterialLabel(): (material: { title: string; type: MaterialType }) => string {
  const { t } = useTranslation();
  return ({ title, type }) => t('materials.named', { type: t(`materials.types.${type}`), title });
}
