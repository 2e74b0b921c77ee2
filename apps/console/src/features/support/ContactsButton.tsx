import { CustomerServiceOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactList } from './ContactList.tsx';
import { FraudCheck } from './FraudCheck.tsx';

/** Customer service in the navbar: whom to write to, and whether somebody who writes is really one of them. */
export function ContactsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        aria-label={t('support.title')}
        title={t('support.title')}
        aria-expanded={open}
        icon={<CustomerServiceOutlined />}
        onClick={() => setOpen(true)}
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
        <FraudCheck />
      </Drawer>
    </>
  );
}
