import { expect, it } from 'vitest';
import { textOfVersion, type VersionedText } from './versioned-text.ts';

const [third, second, first] = [
  { version: 3, effective: '2026-03-01', change: 'Third.' },
  { version: 2, effective: '2026-02-01', change: 'Second.' },
  { version: 1, effective: '2026-01-01', change: 'First.' },
] as const;

const text: VersionedText = {
  title: 'Rules',
  introduction: ['Introduction.'],
  clauses: [
    {
      title: 'Clause',
      paragraphs: [
        'Shared.',
        [{ since: 2, text: 'Added.' }],
        [
          { since: 3, text: 'New.' },
          { since: 1, text: 'Old.' },
        ],
      ],
    },
  ],
  versions: [third, second, first],
  corrections: [],
};

it.each([
  ['1', ['Shared.', 'Old.'], first, second],
  ['2', ['Shared.', 'Added.', 'Old.'], second, third],
  ['3', ['Shared.', 'Added.', 'New.'], third, undefined],
  ['4', ['Shared.', 'Added.', 'New.'], third, undefined],
  ['', ['Shared.', 'Added.', 'New.'], third, undefined],
  [null, ['Shared.', 'Added.', 'New.'], third, undefined],
] as const)('puts together version %j', (asked, paragraphs, { version, effective }, replacedBy) => {
  expect(textOfVersion(text, asked)).toEqual({
    title: 'Rules',
    introduction: ['Introduction.'],
    version,
    effective,
    replacedBy,
    clauses: [{ title: 'Clause', paragraphs }],
  });
});
