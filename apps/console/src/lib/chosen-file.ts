import { spreadsheetMediaType } from '@parley/contract/values';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  txt: 'text/plain',
  xlsx: spreadsheetMediaType,
};

/** By its ending: where a spreadsheet program is installed, browsers call a CSV file a spreadsheet of that program. */
export function typedFile(file: File): File {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return new File([file], file.name, { type: types[ending] ?? file.type });
}

export const acceptedFiles = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');
