/** Imported before anything else of the bundle, so that what comes after it is under its settings. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Stacks name the sources. Set here and not by a flag, so that however it is started, it is so.
process.setSourceMapsEnabled(true);
// A folder that can't be written to only means that the code is compiled again at each start.
enableCompileCache(join(import.meta.dirname, 'compiled'));
