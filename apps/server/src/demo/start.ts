/** What `npm run demo` runs, from the bundle. */
import '../base/bundle.ts';

await import('./main.ts');
