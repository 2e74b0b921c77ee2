import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = { id: string; onClose: () => void; children: ReactNode };

/** The filters on a phone: each applies as soon as it is set, and the button closes the drawer to show the rows. */
export function FilterDrawer({ id, onClose, children }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer
      open
      id={id}
      placement="bottom"
      size="large"
      title={t('list.filters')}
      onClose={onClose}
      footer={
        <Button block type="primary" onClick={onClose}>
          {t('list.showResults')}
        </Button>
      }
    >
      {children}
    </Drawer>
  );
}
