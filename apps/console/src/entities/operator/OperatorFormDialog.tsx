import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SaveProblem } from './SaveProblem.tsx';

type Properties<Values> = {
  title: string;
  /** The label of its button; left out: "Save". */
  okText?: string;
  /** True where the effect is hard to undo. */
  danger?: boolean;
  width?: number;
  form: FormInstance<Values>;
  /** The initial values. */
  saved: Values;
  /** From `useSave`. */
  saving: { save: (values: Values) => void; pending: boolean; problem: unknown };
  onClose: () => void;
  children: ReactNode;
};

/** Creates or changes one of the operator's records. Mount it again for each. */
export function OperatorFormDialog<Values extends object>({
  okText,
  danger = false,
  form,
  saved,
  saving: { save, pending, problem },
  onClose,
  children,
  ...dialog
}: Properties<Values>) {
  const { t } = useTranslation();
  return (
    <FormDialog
      {...dialog}
      okText={okText ?? t('operator.save')}
      okButtonProps={{ danger }}
      form={form}
      busy={pending}
      initialValues={saved}
      onSave={save}
      onClose={onClose}
    >
      <SaveProblem problem={problem} onReload={onClose} />
      {children}
    </FormDialog>
  );
}
