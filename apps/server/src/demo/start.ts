/** The entry of `npm run demo`, from the bundle. */
import '../base/bundle.ts';

await import('./main.ts');
