import { ErrorPanel } from '@parley/ui';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { FirstNames } from './FirstNames.tsx';

type Properties = {
  of: readonly { id: string; name: string }[];
  texts: { title: string; delete: string; cancel: string };
  removal: { isPending: boolean; error: Error | null; mutate: () => void };
  /** It can't be done. */
  disabled?: boolean;
  /** Of the names. */
  className?: string;
  onClose: () => void;
  /** Says how much is lost. */
  children: ReactNode;
};

/** Asks before things are deleted, by their names. */
export function DeletionDialog({
  of,
  texts,
  removal,
  disabled = false,
  className,
  onClose,
  children,
}: Properties) {
  return (
    <Modal
      open
      title={texts.title}
      okText={texts.delete}
      okButtonProps={{ danger: true, disabled }}
      cancelText={texts.cancel}
      confirmLoading={removal.isPending}
      onOk={() => removal.mutate()}
      onCancel={onClose}
    >
      <FirstNames of={of} {...(className === undefined ? {} : { className })} />
      {children}
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
