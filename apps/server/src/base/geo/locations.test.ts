import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocationFile } from './location-file.ts';
import { createLocations } from './locations.ts';
import { locationBytes } from './testing/location-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'locations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cologne = { country: { iso_code: 'DE' }, city: { names: { en: 'Cologne', de: 'Köln' } } };

/** Replaces a file as operators do: writes a new one and renames it. */
function replace(file: string, bytes: Buffer): string {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
  return file;
}

async function open(file: string | null) {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (...what: unknown[]) => void warnings.push(what) };
  return { warnings, locations: await createLocations({ file, log: log as never }) }; // the methods that are used
}

describe('locations', () => {
  it('locates countries with the bundled file', async () => {
    const { locations, warnings } = await open(null);
    expect(['223.5.5.5', '81.169.145.78', '2003:e1::1'].map((one) => locations.locate(one).country)).toEqual([
      'CN',
      'DE',
      'DE',
    ]);
    expect(locations.locate('10.0.0.1')).toEqual({ country: null, city: null });
    expect(locations.knows()).toBe('countries');
    expect(warnings).toEqual([]);
    locations.close();
  });

  it('locates cities with the operator’s file, and reloads it once it is replaced', async () => {
    const file = replace(join(folder, 'city.mmdb'), locationBytes('GeoLite2-City', { '192.0.2.1': cologne }));
    const { locations } = await open(file);
    expect(locations.knows()).toBe('cities');
    expect(locations.locate('192.0.2.1')).toEqual({ country: 'DE', city: 'Cologne' });
    expect(locations.locate('192.0.2.2')).toEqual({ country: null, city: null });
    replace(file, locationBytes('GeoLite2-City', { '192.0.2.1': { country_code: 'MX', city: 'Mérida' } }));
    await locations.refresh();
    expect(locations.locate('192.0.2.1')).toEqual({ country: 'MX', city: 'Mérida' });
    locations.close();
  });

  it('reports a broken or missing file once, and keeps the data already loaded', async () => {
    const file = replace(join(folder, 'broken.mmdb'), locationBytes('X-City', { '192.0.2.1': cologne }));
    const { locations, warnings } = await open(file);
    replace(file, Buffer.from('no such file'));
    await locations.refresh();
    await locations.refresh();
    expect(warnings).toHaveLength(1);
    rmSync(file);
    await locations.refresh();
    await locations.refresh();
    expect(warnings).toHaveLength(2);
    expect(locations.locate('192.0.2.1').city).toBe('Cologne');
    locations.close();
  });

  it('reports a file that is broken from the start once', async () => {
    const { locations, warnings } = await open(
      replace(join(folder, 'never.mmdb'), Buffer.from('no such file')),
    );
    await locations.refresh();
    expect([warnings.length, locations.knows()]).toEqual([1, 'countries']);
    locations.close();
  });

  it('uses the bundled file while the operator’s can’t be read', async () => {
    const file = join(folder, 'later.mmdb');
    const { locations, warnings } = await open(file);
    expect([warnings.length, locations.knows(), locations.locate('223.5.5.5').country]).toEqual([
      1,
      'countries',
      'CN',
    ]);
    replace(file, locationBytes('X-City', { '192.0.2.1': cologne }));
    await locations.refresh();
    expect(locations.knows()).toBe('cities');
    locations.close();
  });
});

describe('a damaged file', () => {
  const whole = locationBytes('X-City', { '192.0.2.1': cologne });

  it.each([0, 1, 5, 9].map((at) => Math.floor((whole.length * at) / 10)))(
    'throws when it is opened, or knows nothing: cut at %i',
    (length) => {
      let known: string | null = null;
      try {
        known = openLocationFile(whole.subarray(0, length)).locate('192.0.2.1').country;
      } catch {
        known = null;
      }
      expect(known).toBeNull();
    },
  );

  it('returns in time, whichever byte is wrong', () => {
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      try {
        const { country, city } = openLocationFile(bytes).locate('192.0.2.1');
        expect([country ?? 'DE', typeof (city ?? '')]).toEqual([
          expect.stringMatching(/^[A-Z]{2}$/),
          'string',
        ]);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});
