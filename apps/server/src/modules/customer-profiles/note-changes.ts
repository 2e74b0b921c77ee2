import type { NoteChange } from '@parley/contract/fans';

export type CustomerNotes = { alias: string; phone: string; email: string; notes: string };

const fields = [
  ['alias', 'alias'],
  ['phone', 'phone'],
  ['email', 'email'],
  ['note', 'notes'],
] as const satisfies readonly (readonly [NoteChange['field'], keyof CustomerNotes])[];

/** Returns the fields that differ, as the fan's log shows them. */
export function noteChanges(before: CustomerNotes, after: CustomerNotes): NoteChange[] {
  return fields.flatMap(([field, name]) =>
    before[name] === after[name] ? [] : [{ field, before: before[name], after: after[name] }],
  );
}
