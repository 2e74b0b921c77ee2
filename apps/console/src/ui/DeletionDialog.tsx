import { ErrorPanel } from '@parley/ui';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { NamesPreview } from './NamesPreview.tsx';

type Properties = {
  of: readonly { id: string; name: string }[];
  texts: { title: string; delete: string; cancel: string };
  removal: { isPending: boolean; error: Error | null; mutate: () => void };
  /** True when the deletion is not possible. */
  disabled?: boolean;
  /** Class of the list of names. */
  className?: string;
  onClose: () => void;
  /** Explains how much is lost. */
  children: ReactNode;
};

/** Asks for confirmation before records are deleted, and names them. */
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
      <NamesPreview of={of} {...(className === undefined ? {} : { className })} />
      {children}
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
