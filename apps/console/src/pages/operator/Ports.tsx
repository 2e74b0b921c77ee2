import { useTranslation } from 'react-i18next';
import { PortsForm } from '../../features/ports/PortsForm.tsx';

/** `/operator/ports` */
export function Ports() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('operatorPages.ports')}</h1>
      </div>
      <div className="panel padded">
        <p className="quiet">{t('ports.workspace.hint')}</p>
        <PortsForm />
      </div>
    </div>
  );
}
