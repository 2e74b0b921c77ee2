import { CustomerServiceOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ContactsDrawer = lazy(async () => ({
  default: (await import('./ContactsDrawer.tsx')).ContactsDrawer,
}));

/** Customer service in the navbar: the contacts, and a check of whether a person is really one of them. */
export function ContactsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Its code comes when it is first opened.
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
      {wanted ? (
        <Suspense fallback={null}>
          <ContactsDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
