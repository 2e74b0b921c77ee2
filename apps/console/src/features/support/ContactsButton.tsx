import { CustomerServiceOutlined } from '@ant-design/icons';
import { lazyDialog } from '@parley/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const ContactsDrawer = lazyDialog(async () => (await import('./ContactsDrawer.tsx')).ContactsDrawer, {
  drawer: true,
});

/** Customer service in the navbar: the contacts, and a check of whether an account is an official one. */
export function ContactsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Its code is loaded on first use.
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        type="text"
        aria-label={t('support.title')}
        title={t('support.title')}
        aria-expanded={open}
        icon={<CustomerServiceOutlined />}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      />
      {wanted ? <ContactsDrawer open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
