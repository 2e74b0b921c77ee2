/** The position in the account's archive, as saved in its cursor. */
import { z } from 'zod';

const place = z.object({ id: z.string(), at: z.number() });

export const archivePositionShape = z.object({
  /** The last archived message that was stored; null before the first. */
  after: z.string().nullable(),
  /** The time of that message, or the start of reading: used to resume if the archive has deleted the message. */
  at: z.number(),
  /** For accounts added while history was part of the stream: the last entry that is history. Null: already passed. */
  historyUntil: place.nullable(),
  /**
   * The archive's last message from before the account was added, determined when the account first came online; everything
   * after it is received live. Null: there was none. Absent: the account was added before this field was introduced.
   */
  began: place.nullable().optional(),
});
export type ArchivePosition = z.output<typeof archivePositionShape>;
