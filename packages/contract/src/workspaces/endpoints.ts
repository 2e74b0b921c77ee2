/** The calendar of a workspace: which time zone its days begin and end in. */
import { z } from 'zod';
import { timeZoneName } from '../catalogues/time-zones.ts';
import { endpoint } from '../endpoint.ts';

export const workspaceCalendar = z.object({
  /** IANA's name. */
  timeZone: z.string(),
  /**
   * The day that was open when the zone last changed, `2026-03-01`: no day before it begins again, although the
   * calendar of the new zone may still show one. Null: the zone never changed.
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
    /** The zone that it replaces; another one in force answers `resource.stale`. */
    replaces: z.string().max(64),
  }),
  answer: workspaceCalendar,
  errors: ['resource.stale'],
  audit: 'workspace-settings.changed',
});
