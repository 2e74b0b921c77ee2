import path from 'node:path';
import { cruiseRooms } from './cruise.ts';

/** `node tools/rooms/run.ts`: who may import whom, on this tree. */
const { modules, violations } = await cruiseRooms(path.resolve(import.meta.dirname, '../..'));
for (const { rule, cure, from, to } of violations) {
  console.error(`${from}\n  imports ${to}\n  ${rule}: ${cure}\n`);
}
console.log(`${modules} files read, ${violations.length} imports through a wall`);
if (violations.length > 0) process.exitCode = 1;
