import { FormDrawer } from './FormDrawer.tsx';
import { type RecordFormProperties, useRecordForm } from './use-record-form.tsx';

/** A drawer that creates or changes a record. */
export function RecordDrawer<Kept, Values extends object>(properties: RecordFormProperties<Kept, Values>) {
  return <FormDrawer {...useRecordForm(properties)} />;
}
