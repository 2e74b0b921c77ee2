/** The expressions of fans’ generated columns. */
import { sql } from 'drizzle-orm';

/**
 * The generated column `account_fans.type`: `base` after a work order's reset. Lists also apply the reset of the
 * statistics.
 */
export const typeAfterReset = sql`case when counts_as = 'merged' or base_since is null then counts_as else 'base' end`;

/** The generated column `account_fans.tag_bits`: a bit per tag; several tags may share one. */
export const bitsOfTags = sql`bits_of_tags(tag_ids)`;

/** The generated column `account_fans.letters`: bits of the letters in the searched texts, those of `fan_texts`. */
export const lettersOfTexts = sql`letters_in(lower(display_name || handle || platform_user_id || phone || alias || notes))`;
