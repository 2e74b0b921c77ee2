/** The apps registered for the whole installation at platforms, read from the environment. */
import type { Connector, Connectors } from '@parley/connectors';
import { platformId } from '@parley/contract/catalogues';
import { z } from 'zod';
import { publicUrlOf } from '../../../base/http/public-address.ts';

const takes =
  'a JSON list of apps, each {"platform": "…", "id": "the platform’s id of the app", "secrets": {…}}, at most 50';

export const appIdPattern = /^[\w.-]{1,100}$/;

const app = z.strictObject({
  platform: platformId,
  id: z.string().regex(appIdPattern),
  secrets: z.record(z.string(), z.unknown()),
});

const list = z.string().transform((text, context) => {
  try {
    const read = z.array(app).max(50).safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // Invalid JSON gets the same message as a wrong shape, below.
  }
  context.addIssue({ code: 'custom', message: takes });
  return z.NEVER;
});

/** The environment variables to include in the server's configuration. */
export const channelsEnvironment = z.object({
  PLATFORM_APPS: z.preprocess((value) => (value === '' ? undefined : value), list.optional()),
});

type ChannelsConfig = z.output<typeof channelsEnvironment> & {
  RATE_LIMIT_FACTOR: number;
  PUBLIC_URL?: string | undefined;
};

/** Returns the settings of social accounts from the environment. `connectors` are added to those of this version. */
export function channelSettings({
  config: { RATE_LIMIT_FACTOR, PUBLIC_URL, PLATFORM_APPS },
  connectors = [],
}: {
  config: ChannelsConfig;
  connectors?: readonly Connector[] | undefined;
}) {
  return {
    moreConnectors: connectors,
    rateLimitFactor: RATE_LIMIT_FACTOR,
    publicUrl: publicUrlOf({ PUBLIC_URL }),
    platformApps: PLATFORM_APPS ?? [],
  };
}

export type ConfiguredApps = readonly z.output<typeof app>[];

export type InstallationApps = {
  /** Returns an app's secrets; undefined when the installation has no such app. */
  secretsOf(platform: string, appId: string): unknown;
};

/** Validates the configured apps. Throws an `Error` whose message begins with the variable's name. */
export function installationApps(
  configured: ConfiguredApps,
  connectors: Pick<Connectors, 'get'>,
): InstallationApps {
  const secrets = new Map<string, unknown>();
  for (const { platform, id, secrets: given } of configured) {
    const name = `${platform} ${id}`;
    const shape = connectors.get(platform)?.app?.secrets;
    if (!shape) throw new Error(`PLATFORM_APPS: accounts of ${platform} are not reached by an app`);
    if (secrets.has(name)) throw new Error(`PLATFORM_APPS: ${name} is named twice`);
    const read = shape.safeParse(given);
    if (!read.success) {
      const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))].join(', ');
      throw new Error(`PLATFORM_APPS: the secrets of ${name} are wrong${fields && `: ${fields}`}`);
    }
    secrets.set(name, read.data);
  }
  return { secretsOf: (platform, appId) => secrets.get(`${platform} ${appId}`) };
}
