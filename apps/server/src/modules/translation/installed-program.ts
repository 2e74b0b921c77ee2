import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Looks up programs like a shell, on a PATH such as `/usr/local/bin:/usr/bin`. */
export function installedProgram(searchPath: string): (program: string) => boolean {
  return (program) =>
    program.includes('/')
      ? isExecutable(program)
      : searchPath.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // missing, or without execute permission
  }
}
