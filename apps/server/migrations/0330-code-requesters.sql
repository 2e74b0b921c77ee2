-- Who has asked for a code (a keyed hash of the address; null: not known), because each of them has codes and tries of
-- their own. `tries` are the requester's, `stranger_tries` everybody else's.
alter table verification_codes
  add requester text,
  add stranger_tries int not null default 0;
