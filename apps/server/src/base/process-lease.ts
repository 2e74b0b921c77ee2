/**
 * How a server process shows that it lives, and when others take over what it held (jobs, social accounts): the
 * last renewal is at most `renewEveryMs` before a death, and the survivors look as often as they renew, so a dead
 * process is replaced within `seconds` + `renewEveryMs`, under 10 s. A pause of the process that is shorter than
 * `seconds` - `renewEveryMs` costs it nothing.
 */
export const processLease = { renewEveryMs: 2_000, seconds: 7 } as const;
