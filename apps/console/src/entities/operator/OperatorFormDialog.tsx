import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useGuardedClose } from '../../ui/use-guarded-close.tsx';
import { SaveProblem } from './SaveProblem.tsx';

type Properties<Values> = {
  title: string;
  /** The label of its button; left out: "Save". */
  okText?: string;
  /** True where its effect is hard to undo. */
  danger?: boolean;
  width?: number;
  form: FormInstance<Values>;
  /** The initial values. */
  saved: Values;
  /** From `useSave`. */
  saving: { save: (values: Values) => void; pending: boolean; problem: unknown };
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
  children: ReactNode;
};

/** Makes or changes one of the operator's things. Mount it again for each. */
export function OperatorFormDialog<Values extends object>({
  okText,
  danger = false,
  form,
  saved,
  saving: { save, pending, problem },
  page,
  onClose,
  children,
  ...dialog
}: Properties<Values>) {
  const { t } = useTranslation();
  const [close, question] = useGuardedClose({ form, saved, page, onClose });
  return (
    <FormDialog
      {...dialog}
      okText={okText ?? t('operator.save')}
      okButtonProps={{ danger }}
      form={form}
      busy={pending}
      initialValues={saved}
      onSave={save}
      onClose={close}
    >
      <SaveProblem problem={problem} onReload={onClose} />
      {children}
      {question}
    </FormDialog>
  );
}
