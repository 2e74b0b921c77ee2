/** The position in the account's archive, in its cursor. */
import { z } from 'zod';

const place = z.object({ id: z.string(), at: z.number() });

export const archivePositionShape = z.object({
  /** The last archived message that was stored; null before the first. */
  after: z.string().nullable(),
  /** Its time, or where reading begins: the way on if the archive has dropped that message. */
  at: z.number(),
  /** Of accounts that were added while the history came in the stream: up to here it is history. Null: passed. */
  historyUntil: place.nullable(),
  /**
   * The archive's last message from before the account was added, as it stood when that first came online: what comes behind it
   * comes live. Null: there was none. Absent: the account was added before this was kept.
   */
  began: place.nullable().optional(),
});
export type ArchivePosition = z.output<typeof archivePositionShape>;
