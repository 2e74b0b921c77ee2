import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { ContactList } from './ContactList.tsx';
import { FraudCheck } from './FraudCheck.tsx';

type Properties = { open: boolean; onClose: () => void };

/** The contacts, and a check of whether an account is an official one. */
export function ContactsDrawer({ open, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={360}
      title={t('support.title')}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      <ContactList />
      <FraudCheck />
    </Drawer>
  );
}
