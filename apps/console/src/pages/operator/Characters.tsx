import { useTranslation } from 'react-i18next';
import { GrantForm } from '../../features/characters/GrantForm.tsx';

/** `/operator/characters` */
export function Characters() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('operatorPages.characters')}</h1>
      </div>
      <div className="panel padded">
        <p className="quiet">{t('characters.grant.hint')}</p>
        <GrantForm />
      </div>
    </div>
  );
}
