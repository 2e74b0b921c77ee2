/** Hashes by Argon2id at the lowest cost: a real hash takes 50 ms, and so does each login with it. */

/** The hash of `password` (see `test-people.ts`). */
export const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$+KJnXAuVli2jGNPoWL4dVA$s4lCTYol5tBFhz9GEC9Ghse8tvUxzJvBg92i/87U0uQ';
/** The hash of the operator's password in `operatorLogIn`. */
export const operatorPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$4I9sR8D2Y2XSKXlb304nng$FGkC5Ut6jd+RMaexuEdw+ChIyrYWlQUXqCI/F10xUZE';
/** The hash of an unknown password. */
export const deskPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$1gUDu2mQ1Fui8J4JGYey5Q$3aRrts2ChgplOd7ckUWQRI6xcntacGUeV029R51xIhg';
