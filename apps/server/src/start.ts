/** Entry point of the bundle, for `npm start`. From source, the server starts with `main.ts`. */
import './base/bundle.ts';

await import('./main.ts');
