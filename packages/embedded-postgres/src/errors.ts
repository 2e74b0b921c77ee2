/** The embedded database can't be used. The message is a complete sentence for the person who runs the server. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** A living server already works on this data directory. */
export class DataDirInUse extends EmbeddedDatabaseError {
  override name = 'DataDirInUse';
  readonly dataDir: string;

  /** `holder`: how the other server identifies itself; null if it ended before it could be queried. */
  constructor(dataDir: string, holder: string | null) {
    super(
      `DATA_DIR ${dataDir} is in use by another running server${holder === null ? '' : ` (${holder})`}. ` +
        'Stop that server first, or give this one another DATA_DIR.',
    );
    this.dataDir = dataDir;
  }
}

/** Returns whether an error of Node's file or process functions has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  );
}
