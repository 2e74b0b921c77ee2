import { lazyDialog } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const ContactsDrawer = lazyDialog(async () => (await import('./ContactsDrawer.tsx')).ContactsDrawer, {
  drawer: true,
});

/** Shows an owner without characters how to get the first ones, and whom to contact. */
export function BonusNotice() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Its code is loaded on first use.
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('characters.noneYet')}
        description={t('characters.noneYetHint')}
        action={
          <Button size="small" type="primary" onClick={show}>
            {t('support.title')}
          </Button>
        }
      />
      {wanted ? <ContactsDrawer open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
