/** Must be the bundle's first import, so that its settings apply to all other modules. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Makes stack traces name the source files. Set here instead of by a flag, so that it applies however the server is
// started.
process.setSourceMapsEnabled(true);
// If the folder isn't writable, the code is merely compiled again at each start.
enableCompileCache(join(import.meta.dirname, 'compiled'));
