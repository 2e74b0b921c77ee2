/**
 * Reads files in MaxMind's format (https://maxmind.github.io/MaxMind-DB/): MaxMind's own, DB-IP's, and those of
 * ip-location-db, which give the country in a single field. A damaged file throws when opened, or returns no results.
 */
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';

export type Location = {
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  /** In English; null: not known. */
  city: string | null;
};

export type LocationFile = {
  locate(address: string): Location;
  hasCities: boolean;
};

export const unknownLocation: Location = { country: null, city: null };

const longestCity = 80;
const code = z.string().regex(/^[A-Z]{2}$/);
const name = z.string().min(1);
const nested = z.object({
  country: z.object({ iso_code: code }).optional().catch(undefined),
  registered_country: z.object({ iso_code: code }).optional().catch(undefined),
  city: z
    .object({ names: z.object({ en: name }) })
    .optional()
    .catch(undefined),
});
const flat = z.object({ country_code: code, city: name.optional().catch(undefined) });

/** Throws if the bytes aren't such a file. */
export function openLocationFile(bytes: Buffer): LocationFile {
  const reader = new Reader<Response>(bytes);
  return {
    hasCities: /city|enterprise/i.test(reader.metadata.databaseType),
    locate(address) {
      try {
        return locationOf(reader.get(address));
      } catch {
        return unknownLocation;
      }
    },
  };
}

function locationOf(found: unknown): Location {
  const simple = flat.safeParse(found);
  if (simple.success) return { country: simple.data.country_code, city: cityName(simple.data.city) };
  const { data } = nested.safeParse(found);
  if (data === undefined) return unknownLocation;
  return {
    country: data.country?.iso_code ?? data.registered_country?.iso_code ?? null,
    city: cityName(data.city?.names.en),
  };
}

const cityName = (city: string | undefined): string | null =>
  city === undefined ? null : city.replace(/\p{C}/gu, '').slice(0, longestCity).toWellFormed() || null;
