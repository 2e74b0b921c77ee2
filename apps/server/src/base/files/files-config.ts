/** Configures the file store from the environment. */
import { join } from 'node:path';
import { z } from 'zod';
import type { FileStore } from './file-store.ts';
import { createLocalFiles } from './local-files.ts';
import { createS3Files, type S3Deps } from './s3-files.ts';

const optional = z.string().optional();

/** The environment variables, to be merged into the server's configuration. */
export const filesEnvironment = z.object({
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'the http or https address of a server that speaks S3' })
    .optional(),
  S3_REGION: z.string().default('auto'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
});
export type FilesEnvironment = z.output<typeof filesEnvironment>;

/**
 * Opens the bucket if all four variables are set, or local files if none is. Otherwise throws an `Error` whose
 * message begins with a missing variable's name.
 */
export function openFiles(env: FilesEnvironment & { dataDir: string }, deps: S3Deps): FileStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const given = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if (Object.values(given).every((value) => value === undefined)) {
    return createLocalFiles(join(env.dataDir, 'files'), deps.clock);
  }
  return createS3Files(
    {
      endpoint: needed('S3_ENDPOINT', S3_ENDPOINT),
      region: env.S3_REGION,
      bucket: needed('S3_BUCKET', S3_BUCKET),
      accessKeyId: needed('S3_ACCESS_KEY_ID', S3_ACCESS_KEY_ID),
      secretAccessKey: needed('S3_SECRET_ACCESS_KEY', S3_SECRET_ACCESS_KEY),
    },
    deps,
  );
}

function needed(name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name}: needed, because other S3_ variables are set`);
  return value;
}
