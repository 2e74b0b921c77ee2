import { GrantForm } from '../../features/operator/GrantForm.tsx';
import { useTexts } from '../../features/operator/texts.ts';

/** `/operator/characters` */
export function Characters() {
  const { t } = useTexts();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('op.page.characters')}</h1>
      </div>
      <div className="panel padded">
        <p className="quiet">{t('op.grant.hint')}</p>
        <GrantForm />
      </div>
    </div>
  );
}
