import { expect, it } from 'vitest';
import { noteChanges } from './note-changes.ts';

const notes = { alias: 'Marta', phone: '', email: 'marta@example.com', notes: 'Size 38.' };

it('lists the fields that were added, replaced and removed, and no others', () => {
  expect(noteChanges(notes, { ...notes, phone: '+34 600', email: '', notes: 'Size 39.' })).toEqual([
    { field: 'phone', before: '', after: '+34 600' },
    { field: 'email', before: 'marta@example.com', after: '' },
    { field: 'note', before: 'Size 38.', after: 'Size 39.' },
  ]);
});

it('lists nothing for notes saved unchanged', () => {
  expect(noteChanges(notes, { ...notes })).toEqual([]);
});
