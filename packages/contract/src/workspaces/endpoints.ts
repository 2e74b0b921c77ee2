/** The calendar of a workspace: the time zone of its days. */
import { z } from 'zod';
import { timeZoneName } from '../catalogues/time-zones.ts';
import { endpoint } from '../endpoint.ts';

export const workspaceCalendar = z.object({
  /** An IANA time zone name. */
  timeZone: z.string(),
  /**
   * The day that was current when the zone was last changed, `2026-03-01`: no earlier day can begin again, although the new
   * zone's calendar may still show one. Null: the zone has never changed.
   */
  firstDay: z.string().nullable(),
});
export type WorkspaceCalendar = z.output<typeof workspaceCalendar>;

export const setTimeZone = endpoint({
  method: 'PUT',
  path: '/api/user/timeZone',
  audience: ['console'],
  summary:
    'Changes the workspace’s time zone. The current day ends at the next midnight of the new zone; closed days are not affected. A zone unknown to the server’s database is 400.',
  body: z.strictObject({
    timeZone: timeZoneName,
    /** The zone to be replaced; if another one is in force, answers `resource.stale`. */
    replaces: z.string().max(64),
  }),
  answer: workspaceCalendar,
  errors: ['resource.stale'],
  audit: 'workspace-settings.changed',
});
