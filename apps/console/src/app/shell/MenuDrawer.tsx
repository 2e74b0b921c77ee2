import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';

type Properties = {
  open: boolean;
  onClose: () => void;
  /** In CSS pixels. */
  width: number;
  children: ReactNode;
};

/** Contains the menu on phones, and wherever the settings hide it behind a button. */
export function MenuDrawer({ open, onClose, width, children }: Properties) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={`min(${width}px, 85vw)`}
      title={useBrand()?.name}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  );
}
