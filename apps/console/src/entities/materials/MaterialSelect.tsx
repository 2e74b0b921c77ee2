import { useTranslation } from 'react-i18next';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { useFoundMaterials } from './use-found-materials.ts';

type Properties = ChoiceProperties & {
  /** Label of the initially selected material, which may be beyond the first hundred. */
  chosenLabel: string;
  /** Offers only images, audio and videos. */
  media?: boolean;
};

/** Selects one of the library's materials by typing. */
export function MaterialSelect({ media = false, ...choice }: Properties) {
  const { t } = useTranslation();
  return <SearchSelect {...choice} {...useFoundMaterials(media)} label={t('materials.one')} />;
}
