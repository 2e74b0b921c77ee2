/** The expressions of fans’ generated columns. */
import { sql } from 'drizzle-orm';

/**
 * The generated column `account_fans.type`: `base` after a work order's reset. Lists apply the reset of the statistics as
 * well.
 */
export const typeAfterReset = sql`case when counts_as = 'merged' or base_since is null then counts_as else 'base' end`;

/** The generated column `account_fans.tag_bits`: one for each tag, and some tags have the same. */
export const bitsOfTags = sql`bits_of_tags(tag_ids)`;

/** The generated column `account_fans.letters`: those of what a search looks through, as `fan_texts` has it. */
export const lettersOfTexts = sql`letters_in(lower(display_name || handle || platform_user_id || phone || alias || notes))`;
