import { Modal } from 'antd';
import { useState } from 'react';
import type { RowAction } from './description.ts';

type Properties = { action: RowAction; onClose: () => void };

/** Asks for confirmation before an action on one row; the action itself shows failures. */
export function ConfirmDialog({ action, onClose }: Properties) {
  const [pending, setPending] = useState(false);
  const act = async () => {
    setPending(true);
    try {
      await action.onAct?.();
    } finally {
      onClose();
    }
  };
  return (
    <Modal
      open
      width={440}
      title={action.confirm?.title}
      okText={action.label}
      okButtonProps={{ danger: action.danger === true }}
      confirmLoading={pending}
      onOk={() => void act()}
      onCancel={onClose}
    >
      {action.confirm?.description}
    </Modal>
  );
}
