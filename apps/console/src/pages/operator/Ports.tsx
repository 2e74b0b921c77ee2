import { PortsForm } from '../../features/operator/PortsForm.tsx';
import { useTexts } from '../../features/operator/texts.ts';

/** `/operator/ports` */
export function Ports() {
  const { t } = useTexts();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('op.page.ports')}</h1>
      </div>
      <div className="panel padded">
        <p className="quiet">{t('op.ports.hint')}</p>
        <PortsForm />
      </div>
    </div>
  );
}
