import type { Clock } from '../base/clock.ts';
import { connectDatabase } from '../base/db/database.ts';
import { testDatabase } from '../base/db/testing/test-database.ts';
import { createLocalFiles } from '../base/files/local-files.ts';
import { temporaryFolder } from '../base/files/temporary-folder.ts';
import { createLog } from '../base/log.ts';
import { createMediaInspector, type FilesDeps } from '../modules/files/index.ts';

export type FilesPlace = Awaited<ReturnType<typeof openFilesPlace>>;

/** Opens a database and a folder with all that operations on files need, for tests without the app. */
export async function openFilesPlace(clock: Clock) {
  const log = createLog('silent');
  const folder = await temporaryFolder();
  const test = await testDatabase();
  const deps: FilesDeps = {
    database: connectDatabase(test.url, log),
    clock,
    fileStore: createLocalFiles(folder.path, clock),
    mediaInspector: createMediaInspector(log),
  };
  return {
    deps,
    folder: folder.path,
    async close() {
      await deps.mediaInspector.close();
      await deps.database.close();
      await test.drop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
