import { EmptyState } from '@parley/ui';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../lib/layout-context.tsx';

/** The package family of workspaces that have bought nothing yet. */
const freeFamily = 'MIAN_FEI_ROOT';

/** Shown where the package doesn't include the feature; `family` is the code of the current package's family. */
export function NotInPackage({ family }: { family: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="page">
      <section className="panel empty-page">
        <EmptyState
          title={t('packageGate.title')}
          hint={t('packageGate.hint')}
          action={
            <Button type="primary" onClick={() => setOpen(true)}>
              {t('packageGate.upgrade')}
            </Button>
          }
        />
      </section>
      {open ? (
        <Packages mode={family === freeFamily ? 'new' : 'change'} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

type Properties = { mode: 'new' | 'change'; onClose: () => void };

/** Placeholder for choosing and paying packages; names the contact who changes them until then. */
function Packages({ mode, onClose }: Properties) {
  const { t } = useTranslation();
  const [{ customer }] = useLayout();
  return (
    <Modal
      open
      title={mode === 'new' ? t('packageGate.choose') : t('packageGate.change')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('packageGate.close')}</Button>}
    >
      <p>{mode === 'new' ? t('packageGate.chooseLater') : t('packageGate.changeLater')}</p>
      {customer.path === '' ? null : (
        <a href={customer.path} target="_blank" rel="noreferrer">
          {t('packageGate.contact')}
        </a>
      )}
    </Modal>
  );
}
