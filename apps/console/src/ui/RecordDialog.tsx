import { FormModal, type FormModalProperties } from './FormModal.tsx';
import { type RecordFormProperties, useRecordForm } from './use-record-form.tsx';

type Properties<Kept, Values> = RecordFormProperties<Kept, Values> &
  Pick<FormModalProperties<Values>, 'leaving'>;

/** A dialog that creates or changes a record. */
export function RecordDialog<Kept, Values extends object>({ leaving, ...record }: Properties<Kept, Values>) {
  return <FormModal {...useRecordForm(record)} leaving={leaving} />;
}
