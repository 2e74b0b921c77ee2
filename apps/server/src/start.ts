/** The entry of the bundle, for `npm start`. From source the server starts by `main.ts`. */
import './base/bundle.ts';

await import('./main.ts');
