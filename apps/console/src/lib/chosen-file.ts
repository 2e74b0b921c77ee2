import { spreadsheetMediaType } from '@parley/contract/values';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  txt: 'text/plain',
  xlsx: spreadsheetMediaType,
};

/** Sets the MIME type from the file extension: where Excel is installed, browsers report CSV files as Excel files. */
export function typedFile(file: File): File {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return new File([file], file.name, { type: types[ending] ?? file.type });
}

export const acceptedFiles = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');
