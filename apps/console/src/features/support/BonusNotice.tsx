import { Alert, Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactList } from './ContactList.tsx';

/** Tells an owner without characters how to get the first ones, with the people to ask. */
export function BonusNotice() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('characters.noneYet')}
        description={t('characters.noneYetHint')}
        action={
          <Button size="small" type="primary" onClick={() => setOpen(true)}>
            {t('support.title')}
          </Button>
        }
      />
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        size={360}
        title={t('support.title')}
        destroyOnHidden
        styles={{ wrapper: { maxWidth: '100vw' } }}
      >
        <ContactList />
      </Drawer>
    </>
  );
}
