import { useTranslation } from 'react-i18next';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { useFoundMaterials } from './use-found-materials.ts';

type Properties = ChoiceProperties & {
  /** The label of the material that is chosen at first, which may lie beyond the first hundred. */
  chosenLabel: string;
  /** Pictures, recordings and videos only. */
  media?: boolean;
};

/** One of the library's materials, found by typing. */
export function MaterialSelect({ media = false, ...choice }: Properties) {
  const { t } = useTranslation();
  return <SearchSelect {...choice} {...useFoundMaterials(media)} label={t('materials.one')} />;
}
