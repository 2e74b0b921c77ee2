/** What `npm start` runs, from the bundle. From source the server starts by `main.ts`. */
import './base/bundle.ts';

await import('./main.ts');
