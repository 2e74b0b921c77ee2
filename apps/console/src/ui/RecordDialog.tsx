import { FormModal } from './FormModal.tsx';
import { RecordForm, type RecordFormProperties } from './RecordDrawer.tsx';

/** A dialog that adds a record or changes one, and offers a choice when another user has changed it meanwhile. */
export function RecordDialog<Kept, Values extends object>(properties: RecordFormProperties<Kept, Values>) {
  return <RecordForm {...properties} frame={FormModal<Values>} />;
}
