import { Drawer } from 'antd';
import type { ReactNode } from 'react';

type Properties = { open: boolean; onClose: () => void; children: ReactNode };

/** The side menu's place on phones. */
export function MenuDrawer({ open, onClose, children }: Properties) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={260}
      title="Parley"
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  );
}
